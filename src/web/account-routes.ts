import { FEED_PATHS } from '../feeds/feed.ts'
import { endSessions, saveMails, saveProfile, showAccount } from './account/account-page.tsx'
import { sendFeed } from './account/feed-files.ts'
import { endFeed, makeCalendar } from './account/feeds-page.tsx'
import { saveName, showNameQuestion } from './account/name-page.tsx'
import { endOwnKey, makeOwnKey, showOwnKey, showOwnKeys } from './account/personal-keys-page.tsx'
import type { Exchange } from './request/exchange.ts'
import { setUp, showSetup } from './sign-in/setup-page.tsx'
import { enterByCode, showCode } from './sign-in/sign-in-code-page.tsx'
import { enterByLink, showSignInLink } from './sign-in/sign-in-link-page.tsx'
import { askForMail, showSignIn } from './sign-in/sign-in-page.tsx'
import { signOut } from './sign-in/sign-out.ts'

type Page = (exchange: Exchange) => Promise<unknown>

export const ACCOUNT_GETS: Record<string, Page> = {
  '/sign-in': showSignIn,
  '/sign-in/code': showCode,
  '/sign-in/link': showSignInLink,
  '/setup': showSetup,
  '/account': showAccount,
  '/account/name': showNameQuestion,
  '/account/keys': showOwnKeys,
  '/account/keys/:id': showOwnKey,
  [FEED_PATHS.calendar]: sendFeed('calendar'),
  [FEED_PATHS.group]: sendFeed('group'),
}

export const ACCOUNT_POSTS: Record<string, Page> = {
  '/sign-in': askForMail,
  '/sign-in/code': enterByCode,
  '/sign-in/link': enterByLink,
  '/sign-out': signOut,
  '/setup': setUp,
  '/account': saveProfile,
  '/account/name': saveName,
  '/account/mails': saveMails,
  '/account/sessions/end': endSessions,
  '/account/calendar': makeCalendar,
  '/account/keys': makeOwnKey,
  '/account/keys/:id/revoke': endOwnKey,
  '/account/feeds/end': endFeed,
}
