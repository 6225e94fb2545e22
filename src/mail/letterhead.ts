import type { Config } from '../config.ts'
import type { Queryable } from '../db/sql.ts'
import { loadIdentity } from '../groups/service/load-identity.ts'
import { markup } from '../text/markup.ts'
import { oneLine } from '../text/one-line.ts'

/** The service's name as a sender, and its logo, as mails show them. */
export type Letterhead = {
  name: string
  /** The mark as a PNG file, and the HTML that shows it at the top of a mail. */
  mark: { png: Buffer; html: string } | null
}

/** The name under which mails contain the mark; RFC 2392 has the address that names it. */
export const MARK_ID = 'mark@folkmoot'
const HEIGHT_PX = 28

/** The name that was set on the settings page, else the one of MAIL_FROM. */
export async function loadLetterhead(
  db: Queryable,
  { mail_from }: Pick<Config, 'mail_from'>,
): Promise<Letterhead> {
  const { name, mark } = await loadIdentity(db)
  const shown = name ?? (oneLine(mail_from.name) || 'Folkmoot')
  return { name: shown, mark: mark === null ? null : { png: mark.png, html: imageOf(shown) } }
}

/** The sender of a group's mails: "Mill Lane (Folkmoot)", or one name if both have the same. */
export function senderOf(
  group: { name: string },
  letterhead: Pick<Letterhead, 'name'>,
  { mail_from }: Pick<Config, 'mail_from'>,
): { name: string; address: string } {
  const own = oneLine(group.name)
  const name = own.toLowerCase() === letterhead.name.toLowerCase() ? own : `${own} (${letterhead.name})`
  return { name, address: mail_from.address }
}

function imageOf(name: string): string {
  return markup`<img src="cid:${MARK_ID}" alt="${name}" height="${String(HEIGHT_PX)}" style="display:block;margin:0 0 16px;height:${String(HEIGHT_PX)}px;width:auto;max-width:160px">
`.html
}
