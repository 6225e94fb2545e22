import type { Config } from '../src/config.ts'
import { type Actor, change } from '../src/db/db.ts'
import type { Recipients } from '../src/discussions/recipients.ts'
import { startDiscussion } from '../src/discussions/start-discussion.ts'
import type { JobLog } from '../src/jobs/job-loop.ts'
import { PLAIN_COUNT } from '../src/polls/counts/methods.ts'
import { editPoll } from '../src/polls/edit-poll.ts'
import type { NewPoll, Told } from '../src/polls/new-poll.ts'
import type { PollSettings } from '../src/polls/poll.ts'
import type { OptionCosts } from '../src/polls/poll-option.ts'
import { lockPoll } from '../src/polls/polls-store.ts'
import { NO_RULES } from '../src/polls/results/decision-rules.ts'
import { startPoll } from '../src/polls/start-poll.ts'
import type { World } from './world.ts'

export const HOUR_MS = 3_600_000

export const MAIL_CONFIG: Pick<Config, 'public_url' | 'mail_from' | 'outbound_allow'> = {
  public_url: 'https://moot.example.org',
  mail_from: { name: 'Folkmoot', address: 'moot@example.org' },
  outbound_allow: [],
}

const NOBODY: Recipients = { audience: null, user_ids: [], emails: [], message: null }

/** A log that stores its lines, for tests that check them. */
export function keptLog(): JobLog & { lines: string[] } {
  const lines: string[] = []
  const keep = (...parts: unknown[]) => void lines.push(JSON.stringify(parts))
  return { lines, info: keep, warn: keep, error: keep }
}

const SETTINGS: PollSettings = {
  poll_type: 'proposal',
  title: 'A second bike shed',
  details: 'We **need** room for eleven more bikes.',
  details_format: 'md',
  closing_at: null,
  hide_results: 'off',
  anonymous: false,
  receipts: false,
  open_link: false,
  specified_voters_only: false,
  voter_can_add_options: false,
  shuffle_options: false,
  notify_on_closing_soon: 'nobody',
  min_score: 0,
  max_score: 5,
  dots_per_person: 8,
  minimum_stance_choices: null,
  maximum_stance_choices: null,
  agree_target: null,
  can_respond_maybe: true,
  stance_reason_required: 'optional',
  ...NO_RULES,
  ...PLAIN_COUNT,
}

export type PollWish = {
  settings?: Partial<PollSettings>
  options?: string[] | null
  option_meanings?: string[]
  option_costs?: OptionCosts
  recipients?: Partial<Recipients>
  told?: Told
  tags?: string[]
  discussion_id?: number | null
  actor?: Actor
}

/** A proposal of the world's group, by default open for two days and made by Ada. Returns its id. */
export function makePoll(world: World, wish: PollWish = {}): Promise<number> {
  const actor = wish.actor ?? { kind: 'person', user_id: world.ada.id }
  return change(world.db, actor, (act) => startPoll(act, askedPoll(world, wish)))
}

/** The request to make it. */
export function askedPoll({ group }: Pick<World, 'group'>, wish: Omit<PollWish, 'actor'> = {}): NewPoll {
  const closing_at = new Date(Date.now() + 48 * HOUR_MS)
  return {
    group_id: group.id,
    discussion_id: wish.discussion_id ?? null,
    settings: { ...SETTINGS, closing_at, ...wish.settings },
    options: wish.options ?? null,
    option_meanings: wish.option_meanings ?? [],
    option_costs: wish.option_costs ?? {},
    recipients: { ...NOBODY, ...wish.recipients },
    tags: wish.tags ?? [],
    problems: [],
    told: wish.told ?? 'named',
  }
}

/** A thread of the world's group by Ada. Returns its id. */
export function makeThread(
  world: World,
  recipients: Partial<Recipients> = {},
  title = 'Bikes',
): Promise<number> {
  return change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
    startDiscussion(act, {
      group_id: world.group.id,
      title,
      description: 'There are *too many* bikes.',
      description_format: 'md',
      private: true,
      recipients: { ...NOBODY, ...recipients },
      problems: [],
    }),
  )
}

/** Changes the details of an open poll. */
export async function rewordPoll(
  { db }: World,
  id: number,
  { user_id, details }: { user_id: number; details: string },
): Promise<void> {
  await change(db, { kind: 'person', user_id }, async (act) => {
    const locked = await lockPoll(act.tx, id)
    if (locked === null) throw new Error(`There is no poll ${id}`)
    await editPoll(act, id, { edit: { ...locked.poll, details }, problems: [] })
  })
}
