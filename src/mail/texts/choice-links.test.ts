import { expect, test } from 'vitest'
import { makePoll, type PollWish } from '../../../test/tell.ts'
import { createWorld } from '../../../test/world.ts'
import { PLAIN } from '../../notifications/notice.ts'
import { loadPoll } from '../../polls/load-poll.ts'
import { PROGRAM } from '../../polls/results/results.ts'
import { writeMail } from './mails.ts'
import { fillLinks } from './placeholders.ts'

const world = await createWorld()

async function invitation(wish: PollWish) {
  const loaded = await loadPoll(world.db.pool, await makePoll(world, wish), { viewer: PROGRAM })
  if (loaded === null) throw new Error('it was just made')
  const subject = {
    about: 'poll' as const,
    in_group: loaded.in_group,
    loaded,
    head: null,
    edited: null,
    early: null,
    counted: null,
  }
  const notice = { ...PLAIN, event: loaded.event, subject, user_ids: [] }
  const mail = writeMail(notice, 'vote_invitation', {
    language: 'en',
    time_zone: 'UTC',
    told_time: null,
    voted: null,
    public_url: 'https://h.example',
  })
  const links = { personal: 'https://moot.example/p/KEY?k=T', unsubscribe: 'https://moot.example/u' }
  return { text: fillLinks(mail.text_body, links), html: fillLinks(mail.html_body, links) }
}

test('the options of a proposal and of a count are links that preselect them', async () => {
  const { text, html } = await invitation({})
  expect(text).toMatch(/- Agree:\n {2}https:\/\/moot\.example\/p\/KEY\?k=T&question=[\w-]{16}&choice=agree\n/)
  expect(html).toMatch(/href="https:\/\/moot\.example\/p\/KEY\?k=T&amp;question=[\w-]{16}&amp;choice=agree"/)
  const count = await invitation({ settings: { poll_type: 'count' }, options: ['Yes & no', 'Æ?'] })
  expect(count.text).toContain('&choice=Yes%20%26%20no\n')
  expect(count.html).toContain('choice=%C3%86%3F"')
})

test('the description of an option stands below it, in its own lines', async () => {
  const meaning = 'Lasts <b>\n\n\n- 80 years\n-\u202e\t60 in salt air'
  const { text, html } = await invitation({
    options: ['Slate', 'Tile', 'Reed'],
    option_meanings: [meaning, '', Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\r\n')],
    settings: { poll_type: 'poll' },
  })
  expect(text).toContain(
    '- Slate\n  Lasts <b>\n\n  - 80 years\n  - 60 in salt air\n- Tile\n- Reed\n  line 0\n',
  )
  expect(html).toContain('>Lasts &lt;b&gt;<br><br>- 80 years<br>- 60 in salt air</div>')
  expect(text).toContain('  line 11\n  …\n')
  expect(text).not.toContain('line 12')
})

test('a cost stands above a description of several lines', async () => {
  const { text } = await invitation({
    options: ['Slate', 'Tile'],
    option_meanings: ['Lasts\nlong', 'Cheap'],
    option_costs: { Slate: 300, Tile: 100 },
    settings: { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 300 },
  })
  expect(text).toContain('- Slate\n  Cost: 300\n  Lasts\n  long\n- Tile\n  Cost: 100; Cheap\n')
})

test('an anonymous poll has no links that name both voter and choice, nor do other poll types', async () => {
  for (const wish of [
    { settings: { anonymous: true } },
    { settings: { poll_type: 'poll' }, options: ['a', 'b'] },
    { settings: { closing_at: null } },
  ] satisfies PollWish[]) {
    const { text, html } = await invitation(wish)
    expect(text + html).not.toContain('choice=')
  }
})
