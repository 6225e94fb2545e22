import { accessPage } from './account/access-page.tsx'
import { accountPage } from './account/account-page.tsx'
import { addressCodePage, addressPage } from './account/address-page.tsx'
import { calendarFeed, groupFeed } from './account/feed-files.ts'
import { groupFeedPage, ownFeedsPage } from './account/feeds-page.tsx'
import { homePage } from './account/home-page.tsx'
import { leavePage, leftPage } from './account/leave-page.tsx'
import { loginActs } from './account/login-acts.ts'
import { namePage } from './account/name-page.tsx'
import { noticesPage } from './account/notices-page.ts'
import { ownArchivePage, ownDataPage } from './account/own-data-page.tsx'
import { switchLanguagePage } from './account/switch-language.ts'
import { switchThemePage } from './account/switch-theme.ts'
import { unsubscribePage } from './account/unsubscribe-page.tsx'
import { manifestPage } from './app/manifest.ts'
import { offlinePage } from './app/offline-page.tsx'
import { workerPage } from './app/worker.ts'
import { decisionsPage, pollsPage, threadsPage } from './groups/group-lists-page.tsx'
import { groupHomePage } from './groups/group-page.tsx'
import { historyPage } from './groups/history-page.tsx'
import { invitePage } from './groups/invite-page.tsx'
import { leaveGroupPage } from './groups/leave-group-page.tsx'
import { memberPage } from './groups/member-page.tsx'
import { invitationLinksPage, membersPage } from './groups/members-page.tsx'
import { mailPage, outboxPage } from './groups/outbox-page.tsx'
import { settingsPage } from './groups/settings-page.tsx'
import { b2Page } from './help/api-b2-page.tsx'
import { apiChangesPage } from './help/api-changes-page.tsx'
import { apiPage } from './help/api-page.tsx'
import { checkingHelpPage } from './help/help-checking-page.tsx'
import { countingHelpPage } from './help/help-counting-page.tsx'
import { errorHelpPage, errorsHelpPage } from './help/help-errors-page.tsx'
import { facilitatingHelpPage } from './help/help-facilitating-page.tsx'
import { assistantHelpPage } from './help/help-mcp-page.tsx'
import { movingHelpPage } from './help/help-moving-page.tsx'
import { helpPage } from './help/help-page.tsx'
import { runningHelpPage } from './help/help-running-page.tsx'
import { votingHelpPage } from './help/help-voting-page.tsx'
import { joinCodePage } from './joining/join-code-page.tsx'
import { joinConfirmPage } from './joining/join-confirm-page.tsx'
import { joinPage } from './joining/join-page.tsx'
import { joinSheetPage } from './joining/join-sheet-page.tsx'
import { joinWishPage } from './joining/join-wish-page.tsx'
import { joinLinksPage } from './joining/links-page.tsx'
import { declineRequestPage, joinRequestsPage } from './joining/requests-page.tsx'
import { keyPage, keysPage } from './keys/keys-page.tsx'
import { ownKeyPage, ownKeysPage } from './keys/personal-keys-page.tsx'
import { openLinksPage } from './open/open-links-page.tsx'
import { voteHistoryPage } from './open/vote-history-page.tsx'
import { votePage } from './open/vote-page.tsx'
import { voteSheetPage } from './open/vote-sheet-page.tsx'
import { passkeysPage } from './passkeys/passkeys-page.tsx'
import { discardPollPage } from './poll-forms/discard-poll-page.tsx'
import { newPollPage } from './poll-forms/new-poll-page.tsx'
import {
  closePage,
  inviteVotersPage,
  openVotingPage,
  optionsPage,
  outcomePage,
  pollEditPage,
  pollTagsPage,
  remindPage,
  reopenPage,
  withdrawOutcomePage,
} from './poll-forms/poll-tool-page.tsx'
import { auditPage } from './polls/audit-page.tsx'
import { ballotPage } from './polls/ballot-page.tsx'
import { meetingFile } from './polls/meeting-file.ts'
import { putAwayPage } from './polls/not-me-page.tsx'
import { pollHistoryPage } from './polls/poll-history-page.tsx'
import { pollHomePage } from './polls/poll-page.tsx'
import { pollThreadPage } from './polls/poll-thread-page.ts'
import { votersPage } from './polls/poll-voters-page.tsx'
import { sharePage } from './polls/share-page.tsx'
import { embedPage } from './public/embed-page.tsx'
import { publicFeed } from './public/public-feed.ts'
import { askReceiptPage } from './receipts/ask-receipt.ts'
import {
  ballotsBltPage,
  ballotsCsvPage,
  ballotsJsonPage,
  headPage,
  recordPage,
  rollEntryPage,
} from './results/ballot-files.ts'
import { verifyPage } from './results/verify-page.tsx'
import { servicePersonErasePage } from './service/erase-page.tsx'
import { importPage, importReportFile } from './service/import-page.tsx'
import { markFile } from './service/mark-file.ts'
import { newGroupPage } from './service/new-group-page.tsx'
import { serviceGroupPage } from './service/service-group-page.tsx'
import { serviceGroupsPage, servicePlace } from './service/service-groups-page.tsx'
import { serviceHistoryPage } from './service/service-history-page.tsx'
import { servicePeoplePage } from './service/service-people-page.tsx'
import { serviceSettingsPage } from './service/service-settings-page.tsx'
import { againPage } from './sign-in/again-page.tsx'
import { joinLoginPage } from './sign-in/join-login-page.tsx'
import { ownLinkPage } from './sign-in/own-link-page.ts'
import { passkeyPage } from './sign-in/passkey-page.ts'
import { setupPage } from './sign-in/setup-page.tsx'
import { signInCodePage } from './sign-in/sign-in-code-page.tsx'
import { signInLinkPage } from './sign-in/sign-in-link-page.tsx'
import { signInPage } from './sign-in/sign-in-page.tsx'
import { signOutPage } from './sign-in/sign-out.ts'
import { withProviderPage } from './sign-in/with-provider.ts'
import { commentHistoryPage } from './threads/comments/comment-history-page.tsx'
import { commentDeletePage, commentEditPage } from './threads/comments/comment-page.tsx'
import { guestPage } from './threads/guest-page.tsx'
import { newThreadPage } from './threads/new-thread-page.tsx'
import { threadPutAwayPage } from './threads/put-away-page.tsx'
import { threadDeletePage } from './threads/thread-delete-page.tsx'
import { threadEditPage, threadHistoryPage } from './threads/thread-edit-page.tsx'
import { commentPage, threadHomePage } from './threads/thread-page.tsx'
import { threadPeoplePage } from './threads/thread-people-page.tsx'
import type { Page } from './visits/page.ts'
import { deliveryPage } from './webhooks/webhook-delivery-page.tsx'
import { webhookPage } from './webhooks/webhook-page.tsx'
import { webhooksPage } from './webhooks/webhooks-page.tsx'

/** Every page: the server, the tabs and the tests use this list. */
export const PAGES: readonly Page[] = [
  // A group's tabs in their order; then the other pages of a group.
  groupHomePage,
  threadsPage,
  pollsPage,
  decisionsPage,
  membersPage,
  settingsPage,
  keysPage,
  webhooksPage,
  outboxPage,
  historyPage,
  leaveGroupPage,
  memberPage,
  invitePage,
  invitationLinksPage,
  joinLinksPage,
  joinRequestsPage,
  declineRequestPage,
  keyPage,
  webhookPage,
  deliveryPage,
  mailPage,
  groupFeedPage,
  publicFeed,
  newThreadPage,
  newPollPage,
  // A poll, then the tools of people who manage it, in the order of the menu.
  pollHomePage,
  ballotPage,
  askReceiptPage,
  putAwayPage,
  auditPage,
  meetingFile,
  pollHistoryPage,
  pollThreadPage,
  ballotsJsonPage,
  headPage,
  recordPage,
  rollEntryPage,
  verifyPage,
  ballotsBltPage,
  ballotsCsvPage,
  openVotingPage,
  outcomePage,
  withdrawOutcomePage,
  sharePage,
  openLinksPage,
  votePage,
  voteHistoryPage,
  voteSheetPage,
  embedPage,
  votersPage,
  remindPage,
  inviteVotersPage,
  optionsPage,
  pollEditPage,
  pollTagsPage,
  closePage,
  reopenPage,
  discardPollPage,
  // A thread.
  threadHomePage,
  threadPutAwayPage,
  commentPage,
  commentEditPage,
  commentDeletePage,
  commentHistoryPage,
  threadPeoplePage,
  guestPage,
  threadEditPage,
  threadHistoryPage,
  threadDeletePage,
  // A person.
  homePage,
  accountPage,
  namePage,
  addressPage,
  addressCodePage,
  accessPage,
  loginActs,
  noticesPage,
  ownDataPage,
  ownArchivePage,
  leavePage,
  leftPage,
  passkeysPage,
  ownKeysPage,
  ownKeyPage,
  ownFeedsPage,
  calendarFeed,
  groupFeed,
  unsubscribePage,
  signInPage,
  signInCodePage,
  signInLinkPage,
  ownLinkPage,
  againPage,
  withProviderPage,
  joinLoginPage,
  passkeyPage,
  signOutPage,
  joinPage,
  joinCodePage,
  joinConfirmPage,
  joinWishPage,
  joinSheetPage,
  setupPage,
  switchLanguagePage,
  switchThemePage,
  manifestPage,
  workerPage,
  offlinePage,
  // The service, for people who run it.
  servicePlace,
  serviceGroupsPage,
  serviceGroupPage,
  servicePeoplePage,
  servicePersonErasePage,
  serviceSettingsPage,
  serviceHistoryPage,
  importPage,
  importReportFile,
  markFile,
  newGroupPage,
  // Help.
  helpPage,
  errorsHelpPage,
  errorHelpPage,
  votingHelpPage,
  countingHelpPage,
  checkingHelpPage,
  runningHelpPage,
  facilitatingHelpPage,
  movingHelpPage,
  assistantHelpPage,
  apiPage,
  b2Page,
  apiChangesPage,
]
