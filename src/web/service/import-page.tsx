import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { NotFound } from '../../errors.ts'
import { openFormFile } from '../../http/form-file.ts'
import { reportText } from '../../imports/report-words.ts'
import { keepUpload, type Upload } from '../../imports/uploads/keep-upload.ts'
import { type LoadedImport, loadImport } from '../../imports/uploads/load-import.ts'
import { discardImport, startImport } from '../../imports/uploads/start-import.ts'
import { sentences, t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { rich } from '../words/rich.tsx'
import { REPORT_PATH, ReportPart } from './import-report-part.tsx'
import { changeService, servicePage } from './service-door.ts'
import { ServiceFrame } from './service-frame-part.tsx'

const PATH = '/service/import'
const FILE_PATH = '/service/import/file'
/** While something is under way the page is loaded again after so many seconds. */
const AGAIN_S = 2
const WHOLE = 1_000

export const importPage = servicePage({
  path: PATH,
  show: showImport,
  acts: { [PATH]: takeStep },
  uploads: { [FILE_PATH]: takeFile },
})

export const importReportFile = servicePage({ path: REPORT_PATH, show: sendReport })

const AT_WORK: readonly LoadedImport['state'][] = ['uploading', 'checking', 'importing']

/** GET /service/import: how far the last import is, or a form for a file. */
async function showImport(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const last = await loadImport(exchange.services.db.pool)
  if (last !== null && AT_WORK.includes(last.state)) exchange.reply.header('refresh', AGAIN_S)
  return sendPage(exchange, <ImportPage viewer={viewer} last={last} />)
}

/** POST /service/import: imports the file whose report was shown, or discards it. */
async function takeStep(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { data_dir } = exchange.services.config
  const starts = formText(exchange, 'step') === 'import'
  const id = idIn(formText(exchange, 'id'))
  await changeService(exchange, viewer, (act) =>
    starts ? startImport(act, id) : discardImport(act, id, data_dir),
  )
  return exchange.reply.redirect(PATH, 303)
}

/** An id as our forms send it; 0: none. */
const idIn = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)

/** POST /service/import/file: stores the file as it comes. */
async function takeFile(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  const { data_dir } = services.config
  const body = request.raw
  const open = async (): Promise<Upload | null> => {
    const file = await openFormFile(body, request.headers['content-type'] ?? '')
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    return file === null ? null : { ...file, size: Number.isNaN(length) ? null : length }
  }
  await keepUpload(services.db, { user_id: viewer.id, data_dir }, open)
  // What is left of a file that was not taken is not waited for.
  if (!body.readableEnded) reply.header('connection', 'close')
  return reply.redirect(PATH, 303)
}

/** GET /service/import/report.txt. NotFound: there is no report. */
async function sendReport({ reply, services }: Exchange): Promise<FastifyReply> {
  const last = await loadImport(services.db.pool)
  if (last === null || last.report === null) throw new NotFound('not_found.address')
  return reply
    .header('content-disposition', `attachment; filename="folkmoot-import-${last.id}.txt"`)
    .type('text/plain; charset=utf-8')
    .send(reportText(last.report))
}

function ImportPage({ viewer, last }: { viewer: SignedIn; last: LoadedImport | null }): VNode {
  return (
    <ServiceFrame viewer={viewer} title={t('service.import')} at={PATH}>
      <p>{t('service.import_about')} </p>
      <p>{rich('service.import_help', { link: (text) => <a href="/help/moving#loomio">{text}</a> })}</p>
      {last !== null && <Last last={last} zone={viewer.time_zone} />}
      {(last === null || last.state === 'imported' || last.state === 'failed') && <UploadForm />}
    </ServiceFrame>
  )
}

function UploadForm(): VNode {
  return (
    <form method="post" action={FILE_PATH} enctype="multipart/form-data" class="stack" data-upload>
      <div class="field">
        <label for="file">{t('service.import_file')}</label>
        <p class="hint" id="file-hint">
          {t('service.import_file_hint')}
        </p>
        <input
          id="file"
          name="file"
          type="file"
          accept=".json,application/json"
          aria-describedby="file-hint"
          required
        />
      </div>
      <progress value={0} max={1} aria-label={t('service.import_uploading')} hidden />
      <button class="button" type="submit">
        {t('service.import_check')}
      </button>
      <IslandScript name="upload" />
    </form>
  )
}

function Last({ last, zone }: { last: LoadedImport; zone: string }): VNode {
  const { state, file_name, made_at, report } = last
  return (
    <section class="stack" aria-labelledby="last">
      <h2 id="last" dir="auto">
        {file_name === '' ? t('service.import_no_name') : file_name}
      </h2>
      <p class="small quiet">
        <Time at={made_at} zone={zone} />
      </p>
      <State last={last} zone={zone} />
      {report !== null && (state === 'checked' || state === 'imported') && <ReportPart report={report} />}
      {state === 'checked' && <Steps id={last.id} />}
      {(state === 'imported' || state === 'failed') && (
        <DiscardForm id={last.id} label={t('service.import_forget')} />
      )}
    </section>
  )
}

function State({ last, zone }: { last: LoadedImport; zone: string }): VNode {
  const { state, ended_at, fault } = last
  if (AT_WORK.includes(state)) return <AtWork last={last} />
  if (state === 'failed')
    return (
      <Flash title={t('service.import_failed')} tone="plain">
        <p>{t(`import_fault.${fault ?? 'upload'}`)} </p>
      </Flash>
    )
  if (state === 'checked')
    return (
      <Flash title={t('service.import_checked')} tone="plain">
        <p>{t('service.import_checked_about')} </p>
      </Flash>
    )
  return (
    <Flash title={t('service.import_done')} tone="good">
      {ended_at !== null && (
        <p>{rich('service.import_done_at', { time: <Time at={ended_at} zone={zone} /> })} </p>
      )}
    </Flash>
  )
}

const WORKING = {
  uploading: 'service.import_uploading',
  checking: 'service.import_checking',
  importing: 'service.import_importing',
} as const

function AtWork({ last }: { last: LoadedImport }): VNode {
  const { state, size, received, done } = last
  const title = t(WORKING[state as keyof typeof WORKING])
  const [value, max] = state === 'uploading' ? [received, size ?? undefined] : [done, WHOLE]
  const share = max === undefined || max === 0 ? null : Math.min(1, value / max)
  return (
    <Flash title={title} tone="plain">
      <progress value={share === null ? undefined : value} max={max} aria-label={title} />
      <p class="small quiet">
        {sentences([share === null ? '' : t('service.import_share', { share }), t('service.import_leave')])}
      </p>
    </Flash>
  )
}

function Steps({ id }: { id: number }): VNode {
  return (
    <div class="row">
      <form method="post" action={PATH}>
        <input type="hidden" name="id" value={id} />
        <button class="button" type="submit" name="step" value="import">
          {t('service.import_start')}
        </button>
      </form>
      <DiscardForm id={id} label={t('service.import_discard')} />
    </div>
  )
}

function DiscardForm({ id, label }: { id: number; label: string }): VNode {
  return (
    <form method="post" action={PATH}>
      <input type="hidden" name="id" value={id} />
      <button class="button plain" type="submit" name="step" value="discard">
        {label}
      </button>
    </form>
  )
}
