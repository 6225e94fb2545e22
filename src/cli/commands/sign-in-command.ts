import { readConfig } from '../../config.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { mintSignInLink } from '../../users/sign-in/mint-sign-in.ts'
import { SIGN_IN_MINUTES, signInAddress } from '../../users/sign-in/sign-in.ts'
import { type Call, needed } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { noteDefaultAddress } from '../link-note.ts'
import { print, printJson } from '../print.ts'

/** `sign-in-link` */
export async function runSignInLink(call: Call): Promise<void> {
  const config = readConfig(call.env)
  const email = needed(call, 'email')
  const token = await withDatabase(call, ({ db }) =>
    change(db, SYSTEM, ({ tx }) => mintSignInLink(tx, { email }, 'command_line')),
  )
  const link = signInAddress(config.public_url, token)
  if (call.switches.has('json')) return printJson({ link, minutes: SIGN_IN_MINUTES })
  print(
    `Open this link in a browser within ${SIGN_IN_MINUTES} minutes. It works once, for anyone who has it:\n\n  ${link}`,
  )
  noteDefaultAddress(call.env, config)
}
