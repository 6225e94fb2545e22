import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { directionOf } from '../../locales/languages.ts'
import { type Key, sayTo, spoken, t } from '../../locales/say.ts'
import { CHECKS, FAULTS, REMARKS } from '../../polls/records/finding.ts'
import { VERDICTS } from '../../polls/records/verdict.ts'
import { islandText } from '../assets/islands.ts'
import { STYLESHEET, sheetText } from '../assets/stylesheet.ts'
import { ChosenTheme } from '../request/asked-part.tsx'
import { sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage, type PageExchange } from '../visits/page.ts'

export const verifyPage = openPage({ path: '/verify', show: showVerify })

const SCRIPT = islandText('verify')
// In a style element "</" would end it.
const STYLES = `${STYLESHEET.plain.toString('utf8')}${sheetText('files')}`.replaceAll('</', '<\\/')

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but its own script and styles, and it sends nothing anywhere. */
const POLICY = `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLES)}; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`

/** GET /verify: one page with everything in it, which can be saved and checks records without a network. */
async function showVerify(exchange: PageExchange): Promise<FastifyReply> {
  exchange.reply.header('content-security-policy', POLICY)
  // For the language that they chose.
  await signedIn(exchange)
  return sendPage(exchange, <VerifyPage />)
}

function VerifyPage(): VNode {
  return (
    <html lang={spoken()} dir={directionOf(spoken())} data-theme={useContext(ChosenTheme) ?? undefined}>
      <head>
        <meta charset="utf-8" />
        <title>{`${t('verify_page.title')} · Folkmoot`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <main id="main" class="sheet">
          <div class="body stack">
            <h1>{t('verify_page.title')}</h1>
            <p>{t('verify_page.about')}</p>
            <p id="save">
              <a href="/verify" download="folkmoot-verify.html">
                {t('verify_page.save')}
              </a>
            </p>
            <noscript>
              <p class="note">{t('verify_page.scripts')}</p>
            </noscript>
            <Form />
            <section id="findings" class="stack" aria-live="polite" tabIndex={-1} />
          </div>
        </main>
        <script
          type="application/json"
          id="texts"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(texts()).replaceAll('<', '\\u003c') }}
        />
        <script type="module" dangerouslySetInnerHTML={{ __html: SCRIPT }} />
      </body>
    </html>
  )
}

function Form(): VNode {
  return (
    <form id="verify" class="stack">
      <FileField name="record" required />
      <FileField name="receipt" />
      <ReceiptText />
      <FileField name="entry" />
      <FileField name="kept" />
      <div class="field">
        <label for="keys">{t('verify_page.keys')}</label>
        <p class="hint" id="keys-hint">
          {t('verify_page.keys_hint')}
        </p>
        <textarea id="keys" rows={2} dir="ltr" spellcheck={false} aria-describedby="keys-hint" />
      </div>
      <p>
        <button class="button" type="submit">
          {t('verify_page.check')}
        </button>
      </p>
    </form>
  )
}

/** For receipts on paper. */
function ReceiptText(): VNode {
  return (
    <div class="field">
      <label for="receipt_text">{t('verify_page.receipt_text')}</label>
      <p class="hint" id="receipt_text-hint">
        {t('verify_page.receipt_text_hint')}
      </p>
      <textarea
        id="receipt_text"
        rows={3}
        dir="ltr"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        autocorrect="off"
        aria-describedby="receipt_text-hint"
      />
    </div>
  )
}

type FileName = 'record' | 'receipt' | 'entry' | 'kept'

function FileField({ name, required = false }: { name: FileName; required?: boolean }): VNode {
  return (
    <div class="field">
      <label for={name}>{t(`verify_page.${name}`)}</label>
      <input id={name} type="file" required={required} />
    </div>
  )
}

const PLACEHOLDERS = [
  ...['host', 'key', 'ballots', 'eligible', 'voted', 'origin', 'answers', 'found', 'said', 'ballot'],
  ...['expected', 'poll_type', 'option', 'file', 'place', 'version', 'text', 'field', 'code'],
]
/** Each stands for itself: the script fills it. */
const UNFILLED = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `{${name}}`]))

/** The sentences of the page's script, in its reader's language. */
function texts(): Record<string, string> {
  const keys: Key[] = [
    'verify_page.not_json',
    'verify_page.not_it',
    'verify_page.belongs',
    'verify_page.damaged',
    'verify_page.text_wrong',
    'verify_page.text_both',
    'verify_page.other_version',
    'verify_page.too_large',
    'verify_page.not_key',
    'result.check_fingerprint',
    'result.check_about',
    ...VERDICTS.map((name) => `verify_verdict.${name}` as const),
    ...CHECKS.map((name) => `verify_check.${name}` as const),
    ...REMARKS.map((name) => `verify_says.${name}` as const),
    ...Object.values(FAULTS).flatMap((codes) => codes.map((code) => `verify_fault.${code}` as const)),
  ]
  return Object.fromEntries(keys.map((key) => [key, sayTo({}, key, UNFILLED)]))
}
