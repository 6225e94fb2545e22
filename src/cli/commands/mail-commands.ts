import { readConfig } from '../../config.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { Invalid, NotFound, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { type Copied, copyLink } from '../../mail/copy-link.ts'
import { MAIL_STATUSES, type MailStatus } from '../../mail/mail-status.ts'
import { findMail, type ListedMail, listMails, type ShownMail } from '../../mail/outbox-store.ts'
import { copiedLinks, fillLinks, unsentLinks } from '../../mail/texts/placeholders.ts'
import { count } from '../../text/counted.ts'
import { type Call, given } from '../args/command.ts'
import { readId } from '../args/key-options.ts'
import { withDatabase } from '../database.ts'
import { noteDefaultAddress } from '../link-note.ts'
import { instant, minute, print, printExactly, printJson, printTable, shown, tableOf } from '../print.ts'
import { everyPage } from './every-page.ts'

/** `mail list` */
export async function runMailList(call: Call): Promise<void> {
  const status = readStatus(given(call, 'status'))
  const mails = await withDatabase(call, ({ db }) =>
    everyPage((paging) => listMails(db.pool, { status, ...paging })),
  )
  if (call.switches.has('json')) return printJson({ mails })
  printTable(
    ['ID', 'CREATED', 'TO', 'KIND', 'STATUS', 'LAST ERROR'],
    mails.map((mail) => {
      const { id, email, kind, created_at, last_error } = mail
      return [`${id}`, minute(created_at), email, kind, mail.status, last_error ?? '-']
    }),
    status === null ? 'The outbox is empty.' : `No email in the outbox is ${status}.`,
  )
  if (mails.some((mail) => mail.status === 'dropped')) print(`\nDropped means ${droppedWords()}.`)
  // An email with an error waits for its next attempt.
  if (mails.some((mail) => mail.status === 'waiting' && mail.last_error === null))
    print('\nWaiting emails stay here while the service runs without SMTP_URL.')
}

/** As the page of the outbox says it. */
const droppedWords = () => t('outbox.dropped').toLowerCase()

function readStatus(text: string | null): MailStatus | null {
  if (text === null) return null
  const status = MAIL_STATUSES.find((known) => known === text)
  if (status !== undefined) return status
  throw new Invalid([problem('status', 'not_one_of', { list: MAIL_STATUSES })])
}

/** `mail show` */
export async function runMailShow(call: Call): Promise<void> {
  const id = readId(call)
  const config = readConfig(call.env)
  const { mail, copied } = await withDatabase(call, async ({ db }) => {
    const found = await findMail(db.pool, id)
    if (found === null) throw new NotFound('not_found.mail', { id })
    const wanted = call.switches.has('link')
    return {
      mail: found,
      copied: wanted ? await change(db, SYSTEM, (act) => copyLink(act, id, config.public_url)) : NOTHING,
    }
  })
  const { link } = copied
  const filled = withLinks(mail, copied)
  if (call.switches.has('json')) printJson({ mail: filled, link })
  else if (call.switches.has('html')) printExactly(shown(filled.html_body ?? t('outbox.text_hidden')))
  else {
    printMail(filled, copied)
    if (link !== null) noteDefaultAddress(call.env, config)
  }
}

const NOTHING: Copied = { link: null, code: null, only_signs_in: false }

/** A link that only signs in does not stand where the text says that its link joins. */
function withLinks(mail: ShownMail, made: Copied): ShownMail {
  const copied = made.only_signs_in ? NOTHING : made
  const within = (body: string | null) => (body === null ? null : fillLinks(body, copiedLinks(body, copied)))
  return { ...mail, text_body: within(mail.text_body), html_body: within(mail.html_body) }
}

function printMail(mail: ShownMail, { link, only_signs_in }: Copied): void {
  const rows = [
    ['To:', mail.email],
    ['Subject:', mail.subject],
    ...(mail.group_handle === null ? [] : [['Group:', mail.group_handle]]),
    ['Status:', stateOf(mail)],
    ['Created:', instant(mail.created_at)],
    ...(link === null ? [] : [[only_signs_in ? 'Sign-in link:' : 'Link:', link]]),
    ...(link === null && hasPlaces(mail) ? [['Link:', 'to make one, add --link']] : []),
  ]
  const note = only_signs_in ? `\n\n${t('join.after_link')}` : ''
  printExactly(`${tableOf(rows)}${note}\n\n${shown(mail.text_body ?? t('outbox.text_hidden')).trimEnd()}`)
}

/** Whether its text has places for a link or code that is made when it is sent. */
function hasPlaces({ text_body }: ShownMail): boolean {
  const { personal, code } = unsentLinks()
  return [personal, code].some((place) => place !== undefined && text_body?.includes(place))
}

function stateOf({ status, attempts, due_at, last_error, sent_at }: ListedMail): string {
  const whens = {
    waiting: `due ${instant(due_at)}`,
    sent: `at ${instant(sent_at)}`,
    failed: '',
    dropped: droppedWords(),
  }
  const tried = attempts === 0 ? '' : count(attempts, 'try', 'tries')
  const error = last_error === null ? '' : `last error: ${last_error}`
  return [status, whens[status], tried, error].filter((part) => part !== '').join(', ')
}
