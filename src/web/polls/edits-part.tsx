import type { VNode } from 'preact'
import type { History } from '../../discussions/comments/history.ts'
import type { FieldChange } from '../../events/field-change.ts'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { PastEdit } from '../../polls/past/poll-past.ts'
import { shownNames } from '../../users/shown-names.ts'
import { RichText } from '../parts/rich-text-part.tsx'
import { Changes } from '../poll-words/changes-part.tsx'
import { OptionMeaning } from '../poll-words/options-part.tsx'
import { pastWords } from '../poll-words/past-words.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'

type Props = { edits: History<PastEdit>; loaded: LoadedPoll; zone: string }

/** A page of what happened since voting opened, the latest first. */
export function Edits({ edits: { versions }, ...about }: Props): VNode {
  const names = shownNames(versions.flatMap(({ editor }) => editor ?? []))
  return (
    <>
      <p>{t('poll.history_about')}</p>
      <ol class="versions bare">
        {versions.map((edit) => (
          <li key={`${edit.what} ${edit.at.getTime()}`} class="said stack">
            <EditPart edit={edit} names={names} {...about} />
          </li>
        ))}
      </ol>
    </>
  )
}

type EditProps = { edit: PastEdit; names: Map<number, string>; loaded: LoadedPoll; zone: string }

function EditPart({
  edit: { what, at, editor, changes, earlier, meanings, withdraws },
  names,
  loaded,
  zone,
}: EditProps): VNode {
  return (
    <>
      <p>
        {pastWords(
          { what, at, by: editor, fields: (changes ?? []).map(({ field }) => field), withdraws },
          { names, zone },
        )}
      </p>
      <Changes changes={(changes ?? []).filter(isTold)} zone={zone} />
      {earlier !== null && (
        <>
          <p class="kicker">{t('poll.earlier_details')}</p>
          {(earlier.details ?? '').trim() === '' ? (
            <p>{t('poll.no_details')}</p>
          ) : (
            <RichText text={earlier.details ?? ''} format={earlier.details_format} />
          )}
        </>
      )}
      {meanings.length > 0 && <EarlierMeanings meanings={meanings} loaded={loaded} zone={zone} />}
    </>
  )
}

/** The line above names every setting that was changed. */
const isTold = ({ from, to }: FieldChange): boolean => from !== null || to !== null

type MeaningsProps = Pick<PastEdit, 'meanings'> & Omit<EditProps, 'edit' | 'names'>

function EarlierMeanings({ meanings, loaded: { poll, options }, zone }: MeaningsProps): VNode {
  const names = new Map(options.map(({ slot, name }) => [slot, optionLabel(poll.poll_type, name, zone)]))
  return (
    <>
      <p class="kicker">{t('poll.earlier_meanings')}</p>
      <ul class="small bare">
        {meanings.map(({ slot, meaning }) => (
          <li key={slot}>
            <strong dir="auto">{names.get(slot)}</strong>{' '}
            {meaning === null ? t('poll.no_meaning') : <OptionMeaning option={{ meaning, cost: null }} />}
          </li>
        ))}
      </ul>
    </>
  )
}
