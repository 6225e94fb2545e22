import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, NotFound, type Problem } from '../../errors.ts'
import { openFormFile } from '../../http/form-file.ts'
import { isNothingNew, mainWords, reportText } from '../../imports/report-words.ts'
import { keepUpload, type Upload } from '../../imports/uploads/keep-upload.ts'
import { type LoadedImport, loadImport } from '../../imports/uploads/load-import.ts'
import { cancelImport, discardImport, startImport } from '../../imports/uploads/start-import.ts'
import { sayTo, sentences, t } from '../../locales/say.ts'
import { timeWords } from '../../text/time-words.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Faults } from '../parts/form-part.tsx'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText, idIn } from '../request/form-text.ts'
import { PostForm, shownToAddress } from '../request/shown-to-part.tsx'
import { rich } from '../words/rich.tsx'
import { FileField } from './file-field-part.tsx'
import { REPORT_PATH, ReportPart } from './import-report-part.tsx'
import { changeService, servicePage } from './service-door.ts'
import { ServiceFrame } from './service-frame-part.tsx'

const PATH = '/service/import'
const FILE_PATH = '/service/import/file'
const INVALID = 422
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
  return sendImport(exchange, viewer, [])
}

/** `problems`: of the file that was sent. */
async function sendImport(exchange: Exchange, viewer: SignedIn, problems: Problem[]): Promise<FastifyReply> {
  const last = await loadImport(exchange.services.db.pool)
  if (last !== null && AT_WORK.includes(last.state)) exchange.reply.header('refresh', AGAIN_S)
  const refused = problems.length > 0
  const busy = refused || queryText(exchange, 'busy') !== ''
  return sendPage(exchange, <ImportPage {...{ viewer, last, busy, problems }} />, refused ? INVALID : 200)
}

/**
 * POST /service/import: imports the file whose report was shown, discards it, or cancels what is under way.
 */
async function takeStep(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { data_dir } = exchange.services.config
  const step = formText(exchange, 'step')
  const id = idIn(formOf(exchange), 'id')
  await changeService(exchange, viewer, (act) => {
    if (step === 'import') return startImport(act, id)
    return step === 'cancel' ? cancelImport(act, id, data_dir) : discardImport(act, id, data_dir)
  })
  return exchange.reply.redirect(PATH, 303)
}

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
  try {
    const taken = await keepUpload(services.db, { user_id: viewer.id, data_dir }, open)
    // What is left of a file that was not taken is not waited for.
    if (!body.readableEnded) reply.header('connection', 'close')
    return reply.redirect(taken ? PATH : `${PATH}?busy=1`, 303)
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal
    return sendImport(exchange, viewer, refusal.problems)
  }
}

/** GET /service/import/report.txt. NotFound: there is no report. */
async function sendReport({ reply, services }: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const last = await loadImport(services.db.pool)
  if (last === null || last.report === null) throw new NotFound('not_found.address')
  return reply
    .header('content-disposition', `attachment; filename="folkmoot-import-${last.id}.txt"`)
    .type('text/plain; charset=utf-8')
    .send(reportText(last.report, aboutLines(last, viewer.time_zone)))
}

/** Which file it is about, whose, and whether it was imported. */
function aboutLines({ file_name, person, made_at, ended_at, state }: LoadedImport, zone: string): string[] {
  const actor = person ?? t('service.no_person')
  const imported = state === 'imported' && ended_at !== null
  return [
    ...(file_name === '' ? [] : [file_name]),
    t('service.by', { actor, when: timeWords(made_at, zone) }),
    imported
      ? sayTo({}, 'service.import_done_at', { time: timeWords(ended_at, zone) })
      : t(state === 'failed' ? 'service.import_failed' : 'service.import_checked_about'),
  ]
}

type Props = { viewer: SignedIn; last: LoadedImport | null; busy: boolean; problems: Problem[] }

function ImportPage({ viewer, last, busy, problems }: Props): VNode {
  const is_free = last === null || last.state === 'imported' || last.state === 'failed'
  return (
    <ServiceFrame viewer={viewer} title={t('service.import')} at={PATH}>
      <p>{t('service.import_about')} </p>
      <p>{rich('service.import_help', { link: (text) => <a href="/help/moving#loomio">{text}</a> })}</p>
      {busy && !is_free && (
        <p class="note bad" role="alert">
          {t('service.import_busy')}{' '}
        </p>
      )}
      {last !== null && <Last last={last} zone={viewer.time_zone} />}
      {is_free && <UploadForm viewer={viewer} problems={problems} />}
    </ServiceFrame>
  )
}

function UploadForm({ viewer, problems }: Pick<Props, 'viewer' | 'problems'>): VNode {
  const action = shownToAddress(FILE_PATH, viewer.id)
  const labels = { file: t('service.import_file') }
  return (
    <form method="post" action={action} enctype="multipart/form-data" class="stack" novalidate data-upload>
      <Faults problems={problems} labels={labels} />
      <FileField
        form={{ values: {}, problems }}
        name="file"
        label={labels.file}
        hint={t('service.import_file_hint')}
        accept=".json,application/json"
      />
      <progress value={0} max={1} aria-label={t('service.import_uploading')} hidden />
      <button class="button" type="submit">
        {t('service.import_check')}
      </button>
      <IslandScript name="upload" />
    </form>
  )
}

function Last({ last, zone }: { last: LoadedImport; zone: string }): VNode {
  const { state, file_name, made_at, person, report } = last
  return (
    <section class="stack" aria-labelledby="last">
      <h2 id="last" dir="auto">
        {file_name === '' ? t('service.import_no_name') : file_name}
      </h2>
      <p class="small quiet">
        {rich('service.by', {
          actor: <bdi>{person ?? t('service.no_person')}</bdi>,
          when: <Time at={made_at} zone={zone} />,
        })}
      </p>
      <State last={last} zone={zone} />
      {report !== null && (state === 'checked' || state === 'imported') && (
        <ReportPart report={report}>
          {state === 'checked' && <Steps id={last.id} useful={!isNothingNew(report)} />}
        </ReportPart>
      )}
      {(state === 'imported' || state === 'failed') && (
        <StepForm id={last.id} step="discard" label={t('service.import_forget')} />
      )}
    </section>
  )
}

function State({ last, zone }: { last: LoadedImport; zone: string }): VNode {
  const { state, ended_at, fault, report } = last
  if (AT_WORK.includes(state)) return <AtWork last={last} />
  if (state === 'failed')
    return (
      <Flash title={t('service.import_failed')} tone="plain">
        <p>{report === null ? t(`import_fault.${fault ?? 'upload'}`) : mainWords(report)} </p>
      </Flash>
    )
  if (state === 'checked')
    return (
      <Flash title={t('service.import_checked')} tone="plain">
        <p>
          {report !== null && isNothingNew(report)
            ? t('import.nothing_new')
            : t('service.import_checked_about')}{' '}
        </p>
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
  const { id, state, size, received, done } = last
  const title = t(WORKING[state as keyof typeof WORKING])
  const [value, max] = state === 'uploading' ? [received, size ?? undefined] : [done, WHOLE]
  const share = max === undefined || max === 0 ? null : Math.min(1, value / max)
  return (
    <Flash title={title} tone="plain">
      <progress value={share === null ? undefined : value} max={max} aria-label={title} />
      <p class="small quiet">
        {sentences([share === null ? '' : t('service.import_share', { share }), t('service.import_leave')])}
      </p>
      <StepForm id={id} step="cancel" label={t('thread.cancel')} />
    </Flash>
  )
}

function Steps({ id, useful }: { id: number; useful: boolean }): VNode {
  return (
    <div class="row">
      {useful && <StepForm id={id} step="import" label={t('service.import_start')} />}
      <StepForm id={id} step="discard" label={t('service.import_discard')} />
    </div>
  )
}

type Step = { id: number; step: 'import' | 'discard' | 'cancel'; label: string }

function StepForm({ id, step, label }: Step): VNode {
  return (
    <PostForm action={PATH}>
      <input type="hidden" name="id" value={id} />
      <button class={step === 'import' ? 'button' : 'button plain'} type="submit" name="step" value={step}>
        {label}
      </button>
    </PostForm>
  )
}
