import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, type Problem, problem, refuse } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import { endJoinLink } from '../../members/joining/end-join-link.ts'
import {
  checkJoinLink,
  joinAddress,
  MOST_PEOPLE,
  type NewJoinLink,
  stateOfLink,
} from '../../members/joining/join-link.ts'
import { type ListedJoinLink, loadJoinLinks } from '../../members/joining/load-join-links.ts'
import { makeJoinLink } from '../../members/joining/make-join-link.ts'
import { instantIn, isSkipped } from '../../text/local-time.ts'
import { zoneName } from '../../text/time-words.ts'
import { plainWhole } from '../../text/typed-number.ts'
import { displayName } from '../../users/user.ts'
import { CopiedText } from '../parts/copied-text-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { ChoiceField, Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { QrCode } from '../parts/qr-code-part.tsx'
import { ToldIn } from '../parts/zone-part.tsx'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { doneAddress } from '../visits/done-part.tsx'
import { changeInGroup, type Entry, enterGroup, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { formVoice } from '../words/form-voice.ts'
import { rich, richSentences } from '../words/rich.tsx'

const INVALID_STATUS = 422
const AT = '/g/:handle/links'

const labels = () => ({
  asks: t('join_link.who_decides'),
  ends_at: t('join_link.ends_at'),
  most: t('join_link.most'),
  links: t('join_link.links'),
})

export const joinLinksPage = groupPage({
  path: AT,
  may: 'administer',
  tab: { under: '/g/:handle/members' },
  show: showLinks,
  acts: { [AT]: postLink, [`${AT}/:id/end`]: postEnd },
})

const EMPTY: FormState = { values: { asks: 'false' }, problems: [] }

/** GET /g/HANDLE/links: the links by which people join, and the form for a new one. For admins. */
function showLinks(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendLinks(exchange, entry, EMPTY)
}

async function sendLinks(exchange: Exchange, entry: Entry, form: FormState): Promise<FastifyReply> {
  const links = await loadJoinLinks(exchange.services.db.pool, entry.visit.in_group.group.id)
  const page = <LinksPage entry={entry} links={links} form={form} />
  return sendPage(exchange, page, form.problems.length > 0 ? INVALID_STATUS : undefined)
}

/** POST /g/HANDLE/links: makes a link, and shows it this once. */
async function postLink(exchange: GroupExchange): Promise<FastifyReply> {
  const values = formOf(exchange)
  try {
    const { entry, token } = await changeInGroup(exchange, async (act, entry) => {
      const { link, problems } = readLink(values, entry.viewer.time_zone)
      refuse([...problems, ...checkJoinLink(link, act.now)])
      const group_id = entry.visit.in_group.group.id
      const { token } = await makeJoinLink(act, { ...link, group_id, made_by: entry.viewer.id })
      return { entry, token }
    })
    return sendPage(exchange, <MadePage entry={entry} {...addresses(exchange, token)} />)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendLinks(exchange, await enterGroup(exchange), { values, problems: error.problems })
  }
}

function addresses({ services }: Exchange, token: string): { link: string; sheet: string } {
  return { link: joinAddress(services.config.public_url, token), sheet: `/join/sheet?k=${token}` }
}

/** POST /g/HANDLE/links/ID/end: ends a link at once. */
async function postEnd(exchange: GroupExchange): Promise<FastifyReply> {
  const handle = await changeInGroup(exchange, async (act, entry) => {
    await endJoinLink(act, { group_id: entry.visit.in_group.group.id, id: idInPath(exchange) })
    return entry.handle
  })
  return exchange.reply.redirect(doneAddress(`/g/${handle}/links`, 'link_ended'), 303)
}

/** The settings in the form; its time is in the admin's zone. */
function readLink(fields: Fields, zone: string): { link: NewJoinLink; problems: Problem[] } {
  const [most, end] = [plainWhole(textOf(fields, 'most')), textOf(fields, 'ends_at').trim()]
  const ends_at = end === '' ? null : instantIn(zone, end)
  const problems = [
    ...(end !== '' && ends_at === null ? [problem('ends_at', 'no_local_time')] : []),
    ...(end !== '' && isSkipped(zone, end) ? [problem('ends_at', 'skipped_time', { zone })] : []),
  ]
  const asks = textOf(fields, 'asks') === 'true'
  return { link: { asks, most: most === '' ? null : numberIn(most), ends_at }, problems }
}

/** NaN: the text is no whole number, which `checkJoinLink` reports. */
const numberIn = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN)

function LinksPage({
  entry,
  links,
  form,
}: {
  entry: Entry
  links: ListedJoinLink[]
  form: FormState
}): VNode {
  const { handle, viewer } = entry
  const zone = viewer.time_zone
  const voice = formVoice(labels(), zone)
  const worded = { ...form, voice }
  return (
    <GroupFrame entry={entry} title={t('join_link.title')}>
      <p>
        {richSentences([
          t('join_link.about'),
          rich('join_link.or_by_mail', { link: (text) => <a href={`/g/${handle}/invite`}>{text}</a> }),
        ])}
      </p>
      <Faults problems={form.problems} labels={labels()} voice={voice} />
      <PostForm action={`/g/${handle}/links`} class="stack" novalidate>
        <Once />
        <ToldIn zone={zone} />
        <ChoiceField
          form={worded}
          name="asks"
          label={labels().asks}
          choices={[
            { value: 'false', label: t('join_link.at_once'), about: t('join_link.at_once_about') },
            { value: 'true', label: t('join_link.asks'), about: t('join_link.asks_about') },
          ]}
        />
        <LineField
          form={worded}
          name="ends_at"
          type="datetime-local"
          label={labels().ends_at}
          hint={t('join_link.ends_at_hint', { zone: zoneName(zone) })}
        />
        <LineField
          type="number"
          form={worded}
          name="most"
          label={labels().most}
          hint={t('join_link.most_hint', { most: MOST_PEOPLE })}
        />
        <button class="button" type="submit">
          {t('join_link.make')}
        </button>
      </PostForm>
      <h2>{labels().links}</h2>
      {links.length === 0 ? (
        <Empty>{t('join_link.none')}</Empty>
      ) : (
        <ul class="list bare" id="links">
          {links.map((link) => (
            <Link key={link.id} link={link} entry={entry} />
          ))}
        </ul>
      )}
      <Back handle={handle} />
    </GroupFrame>
  )
}

function Link({ link, entry }: { link: ListedJoinLink; entry: Entry }): VNode {
  const { visit, viewer, handle } = entry
  const state = stateOfLink(link, visit.now)
  const { joined, most, waiting } = link
  const maker = <bdi>{displayName({ name: link.maker })}</bdi>
  const made = <Time at={link.created_at} zone={viewer.time_zone} />
  return (
    <li>
      <div>
        <p>
          <strong>{link.asks ? t('join_link.asks') : t('join_link.at_once')}</strong>
          {' · '}
          {most === null ? t('join_link.joined', { joined }) : t('join_link.joined_of', { joined, most })}
          {waiting > 0 && ` · ${t('join_link.waiting', { waiting })}`}
        </p>
        <p class="small quiet">
          {rich('join_link.made_by', { who: maker, when: made })}
          {' · '}
          <End link={link} entry={entry} />
        </p>
      </div>
      {state === 'open' && (
        <details>
          <summary>{t('join_link.end')}</summary>
          <PostForm action={`/g/${handle}/links/${link.id}/end`} class="stack">
            <p>{t('join_link.end_about')}</p>
            <button class="button plain" type="submit">
              {t('join_link.end')}
            </button>
          </PostForm>
        </details>
      )}
    </li>
  )
}

function End({ link, entry: { visit, viewer } }: { link: ListedJoinLink; entry: Entry }): VNode {
  const state = stateOfLink(link, visit.now)
  const time = (at: Date) => <Time at={at} zone={viewer.time_zone} />
  if (link.ended_at !== null) return <>{rich('join_link.ended_on', { when: time(link.ended_at) })}</>
  if (state === 'used_up') return <>{t('join_link.used_up')}</>
  if (link.ends_at === null) return <>{t('join_link.no_end')}</>
  const end = { when: time(link.ends_at) }
  return <>{state === 'over' ? rich('join_link.ended_on', end) : rich('join_link.ends_on', end)}</>
}

function MadePage({ entry, link, sheet }: { entry: Entry; link: string; sheet: string }): VNode {
  return (
    <GroupFrame entry={entry} title={t('join_link.made')}>
      <Flash title={t('join_link.once')} tone="good">
        <p>{t('join_link.once_about')}</p>
      </Flash>
      <CopiedText id="link" label={t('join_link.link')} text={link} />
      <QrCode text={link} label={t('poll.qr_code', { link })} />
      <p>
        <a class="button plain" href={sheet}>
          {t('join_link.sheet')}
        </a>
      </p>
      <p>
        <a href={`/g/${entry.handle}/links`}>{t('join_link.all')}</a>
      </p>
    </GroupFrame>
  )
}

function Back({ handle }: { handle: string }): VNode {
  return (
    <p class="row">
      <a href={`/g/${handle}/members`}>{t('group.tab_members')}</a>
      <a href={`/g/${handle}/requests`}>{t('join_request.title')}</a>
    </p>
  )
}
