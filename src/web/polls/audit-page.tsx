import type { FastifyReply } from 'fastify'
import { Fragment, type VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { type PlainKey, sentences, t } from '../../locales/say.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import { seesAddresses } from '../../members/visits/visit.ts'
import type { GivenAs } from '../../polls/ballots/audit-store.ts'
import { type Audit, loadAudit } from '../../polls/ballots/load-audit.ts'
import { listedNames } from '../../users/shown-names.ts'
import { displayName } from '../../users/user.ts'
import { Time } from '../parts/date-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { Person } from '../parts/person-part.tsx'
import { fromOf } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { Pager } from '../visits/group-frame-part.tsx'
import { pollPage, type Visited } from '../visits/poll-visit.ts'
import { rich } from '../words/rich.tsx'

const PER = 200

const WHY: Record<GivenAs, PlainKey> = {
  member: 'poll.ballot_of_member',
  invited: 'poll.ballot_of_invited',
  thread_guest: 'poll.ballot_of_guest',
  named: 'poll.ballot_of_named',
}

type Props = { arrival: Visited; audit: Audit; from: number }

export const auditPage = pollPage({ path: '/p/:key/audit', show: showAudit })

/** GET /p/KEY/audit: who got a ballot, why, from whom and when; never who voted. Guests see numbers only. */
async function showAudit(exchange: Exchange, arrival: Visited): Promise<FastifyReply> {
  const from = fromOf(exchange)
  const audit = await loadAudit(exchange.services.db.pool, arrival.visit.loaded.poll, {
    names: seesNames(arrival.visit),
    per: PER,
    from,
  })
  return sendPage(exchange, <AuditPage arrival={arrival} audit={audit} from={from} />)
}

/** Signed-in members. A personal link only gives access to a ballot. */
function seesNames({ came_by, visitor }: PollVisit): boolean {
  return came_by === 'session' && visitor.member
}

function AuditPage({ arrival: { visit, viewer }, audit, from }: Props): VNode {
  const { poll, in_group } = visit.loaded
  const back = `/p/${poll.key}`
  return (
    <Layout
      title={t('poll.page_title', { page: t('poll.who_got_ballot'), title: poll.title })}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: back }]}
      viewer={viewer}
    >
      <h1>{t('poll.who_got_ballot')}</h1>
      <Numbers audit={audit} />
      <p>{t('poll.audit_about')}</p>
      {poll.anonymous && <p class="quiet">{t('poll.audit_anonymous')}</p>}
      {!poll.anonymous && <Withdrawn audit={audit} voters={visit.loaded.voters_count} />}
      {seesNames(visit) ? (
        <>
          <Ballots audit={audit} visit={visit} />
          <Pager
            page={{ items: audit.ballots, more: audit.more }}
            from={from}
            per={PER}
            address={(to) => `${back}/audit?from=${to}`}
          />
        </>
      ) : (
        <p class="quiet">{t('poll.audit_for_members')}</p>
      )}
    </Layout>
  )
}

/** What withdrawn ballots of a named poll count for, so that the numbers add up to the poll's. */
function Withdrawn({ audit: { counts }, voters }: { audit: Audit; voters: number }): VNode | null {
  const valid = counts.reduce((sum, { given, withdrawn }) => sum + given - withdrawn, 0)
  if (counts.every(({ withdrawn }) => withdrawn === 0)) return null
  return (
    <p class="quiet">
      {sentences([t('poll.audit_named'), t('poll.audit_sum', { used: Math.max(0, voters - valid), voters })])}
    </p>
  )
}

function Numbers({ audit: { counts } }: { audit: Audit }): VNode {
  return (
    <dl class="facts">
      {counts.map(({ given_as, given, withdrawn }) => (
        <Fragment key={given_as}>
          <dt>{t(WHY[given_as])}</dt>
          <dd>{t('poll.ballots_given', { given, withdrawn })}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Ballots({ audit: { ballots }, visit }: { audit: Audit; visit: PollVisit }): VNode {
  const people = ballots.map(({ user_id: id, name, email }) => ({ id, name, email }))
  const names = listedNames(people, seesAddresses(visit))
  return (
    <ul class="list bare">
      {ballots.map((ballot) => (
        <li key={ballot.user_id}>
          <Person user={ballot} shown={names.get(ballot.user_id)} />
          <p class="small quiet">
            {rich(ballot.withdrawn ? 'poll.ballot_given_withdrawn' : 'poll.ballot_given', {
              why: t(WHY[ballot.given_as]),
              name: <bdi>{displayName({ name: ballot.inviter_name })}</bdi>,
              time: <Time at={ballot.issued_at} zone={visit.visitor.time_zone} />,
            })}
          </p>
        </li>
      ))}
    </ul>
  )
}
