import type { ComponentChildren, VNode } from 'preact'
import type { Report } from '../../imports/report.ts'
import {
  addedTable,
  type CountTable,
  countTable,
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

/** What was imported, what was not, and why. `children`: what to do with it, before the long lists. */
export function ReportPart({ report, children }: { report: Report; children?: ComponentChildren }): VNode {
  return (
    <>
      {report.cut_off && <p class="note bad">{t('import.cut_off')} </p>}
      <Counts label={t('import.title')} about={t('import.what')} table={countTable(report)} />
      <p>
        <a href={REPORT_PATH} download>
          {t('service.import_download')}
        </a>
      </p>
      {children}
      {report.groups.length > 0 && <Groups handles={report.groups} linked={!report.dry_run} />}
      {report.added.length > 0 && <AddedPart report={report} />}
      {report.untaken.length > 0 && <Untaken report={report} />}
      {report.notes.length > 0 && <Notes report={report} />}
    </>
  )
}

type Counted = { label: string; about: string; table: CountTable; linked?: boolean }

function Counts({ label, about, table: { columns, rows }, linked = false }: Counted): VNode | null {
  if (rows.length === 0) return null
  return (
    <Scrolled label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{about}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_SHOWN).map(({ name, numbers }) => (
            <tr key={name}>
              <th scope="row">{linked ? <a href={`/g/${name}`}>{name}</a> : name}</th>
              {numbers.map((number, place) => (
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
        {handles.slice(0, MOST_SHOWN).map((handle) => (
          <li key={handle}>{linked ? <a href={`/g/${handle}`}>{handle}</a> : handle}</li>
        ))}
        {handles.length > MOST_SHOWN && (
          <li>{t('import.more_groups', { count: handles.length - MOST_SHOWN })}</li>
        )}
      </ul>
    </section>
  )
}

/** What was added to groups that were here before: whoever wrote the file may have no business there. */
function AddedPart({ report }: { report: Report }): VNode {
  return (
    <section class="stack" aria-labelledby="added">
      <h3 id="added">{t('import.added')}</h3>
      <Counts label={t('import.added')} about={t('service.groups')} table={addedTable(report)} linked />
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
