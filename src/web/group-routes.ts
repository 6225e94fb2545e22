import { makeGroupFeed, showGroupFeed } from './account/feeds-page.tsx'
import { showDecisions, showPolls, showThreads } from './groups/group-lists-page.tsx'
import { showGroup } from './groups/group-page.tsx'
import { joinGroup } from './groups/invitation-page.tsx'
import { postInvite, showInvite } from './groups/invite-page.tsx'
import {
  changeRole,
  changeTitle,
  copyInvitation,
  removeFromGroup,
  resendInvitation,
  restoreToGroup,
  showMember,
} from './groups/member-page.tsx'
import { showMembers } from './groups/members-page.tsx'
import { copyMailLink, sendMailAgain, showMail, showOutbox } from './groups/outbox-page.tsx'
import { createSubgroup, saveSettings, showSettings } from './groups/settings-page.tsx'
import { changeKeyEnd, createKey, endKey, renewKey, showKey, showKeys } from './keys/keys-page.tsx'
import { postNewPoll, showNewPoll } from './poll-forms/new-poll-page.tsx'
import type { Exchange } from './request/exchange.ts'

import { sendDeliveryAgain, showDelivery, testWebhook } from './webhooks/webhook-delivery-page.tsx'
import {
  deleteWebhook,
  renewSecret,
  saveWebhook,
  showWebhook,
  switchWebhook,
} from './webhooks/webhook-page.tsx'
import { addWebhook, showWebhooks } from './webhooks/webhooks-page.tsx'

type Page = (exchange: Exchange) => Promise<unknown>

/** The pages of a group, and of what is started there. */
export const GROUP_GETS: Record<string, Page> = {
  '/g/:handle': showGroup,
  '/g/:handle/threads': showThreads,
  '/g/:handle/polls': showPolls,
  '/g/:handle/decisions': showDecisions,
  '/g/:handle/members': showMembers,
  '/g/:handle/members/:id': showMember,
  '/g/:handle/invite': showInvite,
  '/g/:handle/keys': showKeys,
  '/g/:handle/keys/:id': showKey,
  '/g/:handle/webhooks': showWebhooks,
  '/g/:handle/webhooks/:id': showWebhook,
  '/g/:handle/webhooks/:id/deliveries/:delivery': showDelivery,
  '/g/:handle/outbox': showOutbox,
  '/g/:handle/outbox/:id': showMail,
  '/g/:handle/settings': showSettings,
  '/g/:handle/feed': showGroupFeed,
  '/new-poll': showNewPoll,
}

export const GROUP_POSTS: Record<string, Page> = {
  '/g/:handle/join': joinGroup,
  '/g/:handle/invite': postInvite,
  '/g/:handle/members/:id/role': changeRole,
  '/g/:handle/members/:id/title': changeTitle,
  '/g/:handle/members/:id/remove': removeFromGroup,
  '/g/:handle/members/:id/restore': restoreToGroup,
  '/g/:handle/members/:id/resend': resendInvitation,
  '/g/:handle/members/:id/link': copyInvitation,
  '/g/:handle/keys': createKey,
  '/g/:handle/keys/:id/rotate': renewKey,
  '/g/:handle/keys/:id/revoke': endKey,
  '/g/:handle/keys/:id/expiry': changeKeyEnd,
  '/g/:handle/webhooks': addWebhook,
  '/g/:handle/webhooks/:id': saveWebhook,
  '/g/:handle/webhooks/:id/switch': switchWebhook,
  '/g/:handle/webhooks/:id/test': testWebhook,
  '/g/:handle/webhooks/:id/rotate': renewSecret,
  '/g/:handle/webhooks/:id/remove': deleteWebhook,
  '/g/:handle/webhooks/:id/deliveries/:delivery/again': sendDeliveryAgain,
  '/g/:handle/outbox/:id/link': copyMailLink,
  '/g/:handle/outbox/:id/again': sendMailAgain,
  '/g/:handle/settings': saveSettings,
  '/g/:handle/subgroups': createSubgroup,
  '/g/:handle/feed': makeGroupFeed,
  '/new-poll': postNewPoll,
}
