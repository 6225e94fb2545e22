import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { needsName } from '../../members/visits/visit.ts'
import type { Poll } from '../../polls/poll.ts'
import { OWN_NAME_FIELD, OwnNameField } from '../visits/own-name-part.tsx'
import type { BallotVisit, Filled } from './ballot-part.tsx'

type Props = { visit: BallotVisit; filled: Filled; short: boolean }

/** The reason and the name beside a vote. */
export function BesideVote({ visit, filled, short }: Props): VNode {
  const { poll } = visit.loaded
  const among = short ? `-${poll.id}` : ''
  const reason = <ReasonField rule={poll.stance_reason_required} id={`reason${among}`} {...filled} />
  return (
    <>
      {short && poll.stance_reason_required !== 'disabled' ? (
        <details open={filled.typed.reason !== ''}>
          <summary>{t('ballot.add_reason')}</summary>
          {reason}
        </details>
      ) : (
        reason
      )}
      {!poll.anonymous && !(short && visit.visitor.named) && (
        <OwnNameField
          namer={visit}
          typed={filled.typed.name}
          problems={filled.faults?.name ?? []}
          id={`${OWN_NAME_FIELD}${among}`}
          hint={t('ballot.name_hint')}
          required={needsName(visit.visitor, poll)}
        />
      )}
    </>
  )
}

type ReasonProps = Pick<Filled, 'typed' | 'faults'> & { id: string; rule: Poll['stance_reason_required'] }

function ReasonField({ rule, id, typed, faults }: ReasonProps): VNode | null {
  if (rule === 'disabled') return null
  const fault = faults?.reason?.() ?? null
  return (
    <div class="field">
      <label for={id}>{t(rule === 'required' ? 'ballot.your_reason' : 'ballot.your_reason_optional')}</label>
      <p class="hint" id={`${id}-hint`}>
        {t('ballot.reason_hint')}
      </p>
      {fault !== null && (
        <p class="mend" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      <textarea
        id={id}
        name="reason"
        rows={3}
        required={rule === 'required'}
        aria-invalid={fault === null ? undefined : 'true'}
        aria-describedby={`${id}-${fault === null ? 'hint' : 'fault'}`}
        value={typed.reason}
      />
    </div>
  )
}
