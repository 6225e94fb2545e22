import type { VNode } from 'preact'
import type { Report } from '../../imports/report.ts'
import {
  addedKinds,
  countsOf,
  kindWords,
  noteWords,
  placeWords,
  untakenWords,
} from '../../imports/report-words.ts'
import { t } from '../../locales/say.ts'
import { Scrolled } from '../drawings/scrolled-part.tsx'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'

export const REPORT_PATH = '/service/import/report.txt'
/** The others are in the file. */
const MOST_SHOWN = 100

/** What was imported, what was not, and why. */
export function ReportPart({ report }: { report: Report }): VNode {
  return (
    <>
      <Counts report={report} />
      {report.groups.length > 0 && <Groups handles={report.groups} linked={!report.dry_run} />}
      {report.added.length > 0 && <AddedPart report={report} />}
      {report.untaken.length > 0 && <Untaken report={report} />}
      {report.notes.length > 0 && <Notes report={report} />}
      <p>
        <a href={REPORT_PATH} download>
          {t('service.import_download')}
        </a>
      </p>
    </>
  )
}

function Counts({ report }: { report: Report }): VNode {
  const counts = countsOf(report)
  if (counts.length === 0) return <p>{t('import.nothing')} </p>
  return (
    <Scrolled label={t('import.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('import.what')}</th>
            <th scope="col">{t(report.dry_run ? 'import.would_import' : 'import.imported')}</th>
            <th scope="col">{t('import.already')}</th>
            <th scope="col">{t('import.left_out')}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(([kind, { imported, already, left_out }]) => (
            <tr key={kind}>
              <th scope="row">{kindWords(kind)}</th>
              {[imported, already, left_out].map((number, place) => (
                <td key={place}>{t('count.number', { number })}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

function Groups({ handles, linked }: { handles: string[]; linked: boolean }): VNode {
  return (
    <section class="stack" aria-labelledby="groups">
      <h3 id="groups">{t('service.groups')}</h3>
      <ul>
        {handles.map((handle) => (
          <li key={handle}>{linked ? <a href={`/g/${handle}`}>{handle}</a> : handle}</li>
        ))}
      </ul>
    </section>
  )
}

/** What was added to groups that were here before: whoever wrote the file may have no business there. */
function AddedPart({ report }: { report: Report }): VNode {
  const kinds = addedKinds(report)
  return (
    <section class="stack" aria-labelledby="added">
      <h3 id="added">{t('import.added')}</h3>
      <Scrolled label={t('import.added')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('service.groups')}</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {kindWords(kind)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.added.map((group) => (
              <tr key={group.handle}>
                <th scope="row">
                  <a href={`/g/${group.handle}`}>{group.handle}</a>
                </th>
                {kinds.map((kind) => (
                  <td key={kind}>{t('count.number', { number: group[kind] })}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </section>
  )
}

function Untaken({ report: { untaken } }: { report: Report }): VNode {
  return (
    <section class="stack" aria-labelledby="untaken">
      <h3 id="untaken">{t('import.untaken')}</h3>
      <ul>
        {untaken.map(({ table, records, why }) => (
          <li key={table}>
            {rich('import.untaken_table', {
              table: <code {...AS_IS}>{table}</code>,
              records,
              why: untakenWords(why),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notes({ report: { notes, more_notes } }: { report: Report }): VNode {
  const more = notes.length - MOST_SHOWN + more_notes
  return (
    <section class="stack" aria-labelledby="notes">
      <h3 id="notes">{t('import.notes')}</h3>
      <ul class="list bare">
        {notes.slice(0, MOST_SHOWN).map((note, place) => (
          <li key={place}>
            <p class="small quiet" {...AS_IS}>
              {note.line !== null && t('import.line', { line: note.line })} <bdi>{placeWords(note)}</bdi>
            </p>
            <p>{noteWords(note)} </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('import.more_notes', { count: more })} </p>}
    </section>
  )
}
