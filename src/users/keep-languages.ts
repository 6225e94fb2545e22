import type { Act } from '../db/db.ts'
import { isOffered } from '../locales/languages.ts'
import { editProfile } from './edit-profile.ts'
import type { BrowserLanguages } from './sign-in/browser-languages.ts'
import { findUsers, noteBrowserLanguage } from './users-store.ts'

/**
 * Keeps the languages of the browser in which a person signs in: the one picked there becomes theirs, unless
 * they chose one before; the one that it prefers is for mails.
 */
export async function keepLanguages(
  act: Act,
  user_id: number,
  { chosen_locale, browser_locale }: BrowserLanguages,
): Promise<void> {
  if (browser_locale !== null) await noteBrowserLanguage(act.tx, { id: user_id, browser_locale })
  if (chosen_locale === null || !isOffered(chosen_locale)) return
  const [user] = await findUsers(act.tx, [user_id])
  if (user?.locale === null) await editProfile(act, user_id, { locale: chosen_locale })
}
