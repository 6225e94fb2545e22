import { PAGES } from '../../src/web/pages.ts'
import type { Page, Who } from '../../src/web/visits/page.ts'
import { type Route, type Row, rowsOf } from './routes.ts'

/**
 * Access to every reviewed page and form by each actor of `stage.ts`, in its order: signed out, a stranger, a
 * removed member, a person with an ended session, the API key, a voter by link, a guest of the thread, an
 * invited person, a member, the author, an admin. `y`: shown or done. `!`: refused because of the content or
 * the state. `-`: 403, not permitted. `.`: 404, byte for byte as for a missing record. `>`: sent to sign in.
 */
const TABLE = `
route                                                     object   no st go en ke vo gu pe me au ad
GET  /mark.png                                            -        .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key                                              open     .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key                                              draft    .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key                                              secret   .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/audit                                        closed   .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/audit                                        open     .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/meeting.ics                                  met      .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/meeting.ics                                  closed   .  .  .  .  .  .  .  .  .  .  .
POST /p/:key/receipt                                      open     .  .  .  .  .  .  .  .  .  .  .
POST /p/:key/ballot                                       open     .  .  .  .  .  !  .  !  !  !  !
POST /p/:key/ballot                                       draft    .  .  .  .  .  !  .  !  !  !  !
POST /p/:key/ballot                                       closed   .  .  .  .  .  !  .  !  !  !  !
GET  /p/:key/ballots.blt                                  ranked   .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/ballots.blt                                  closed   .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/ballots.csv                                  closed   .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/ballots.csv                                  secret   .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/ballots.csv                                  sealed   .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/head                                         closed   .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/head                                         open     .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/record.json                                  closed   .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/record.json                                  open     .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/roll-entry.json                              closed   .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/roll-entry.json                              open     .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/ballots.json                                 closed   .  .  .  .  .  y  .  y  y  y  y
GET  /p/:key/ballots.json                                 open     .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/close                                        open     .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/close                                        open     .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/close                                        closed   .  .  .  .  .  -  .  -  -  !  !
GET  /p/:key/edit                                         open     .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/edit                                         open     .  .  .  .  .  -  .  -  -  !  !
POST /p/:key/edit                                         closed   .  .  .  .  .  -  .  -  -  !  !
GET  /p/:key/invite                                       open     .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/invite                                       open     .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/invite                                       closed   .  .  .  .  .  -  .  -  -  !  !
GET  /p/:key/live                                         open     .  .  .  .  .  y  .  y  y  y  y
POST /p/:key/not-me                                       open     y  y  y  y  y  y  y  y  y  y  y
GET  /p/:key/open                                         draft    .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/open                                         draft    .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/open                                         closed   .  .  .  .  .  -  .  -  -  !  !
GET  /p/:key/options                                      addable  .  .  .  .  .  y  .  y  y  y  y
POST /p/:key/options                                      addable  .  .  .  .  .  y  .  y  y  y  y
POST /p/:key/options                                      closed   .  .  .  .  .  -  .  -  -  -  -
GET  /p/:key/outcome                                      closed   .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/outcome                                      closed   .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/outcome                                      open     .  .  .  .  .  -  .  -  -  !  !
GET  /p/:key/remind                                       open     .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/remind                                       open     .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/remind                                       closed   .  .  .  .  .  -  .  -  -  !  !
GET  /p/:key/reopen                                       closed   .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/reopen                                       closed   .  .  .  .  .  -  .  -  -  y  y
POST /p/:key/reopen                                       sealed   .  .  .  .  .  -  .  -  -  !  !
GET  /p/:key/share                                        open     .  .  .  .  .  -  .  -  -  y  y
GET  /p/:key/share                                        draft    .  .  .  .  .  -  .  -  -  !  !
GET  /p/:key/voters                                       open     .  .  .  .  .  -  .  -  -  y  y
GET  /p/:key/voters                                       secret   .  .  .  .  .  -  .  -  -  !  !
GET  /p/:key/voters                                       sealed   .  .  .  .  .  -  .  -  -  !  !
POST /p/:key/voters/links                                 open     .  .  .  .  .  -  .  -  -  -  y
POST /p/:key/voters/links                                 secret   .  .  .  .  .  -  .  -  -  -  !
POST /p/:key/voters/links                                 closed   .  .  .  .  .  -  .  -  -  -  !
POST /p/:key/sign-in                                      open     .  .  .  .  .  >  .  y  y  y  y
GET  /p/:key                                              poll-out y  y  y  y  y  y  y  y  y  y  y
GET  /p/:key/embed                                        poll-out y  y  y  y  y  y  y  y  y  y  y
GET  /p/:key/embed                                        open     .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/audit                                        poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/head                                         poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/record.json                                  poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/roll-entry.json                              poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/ballots.json                                 poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/meeting.ics                                  poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/ballots.csv                                  poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/live                                         poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/close                                        poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/edit                                         poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/voters                                       poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /p/:key/share                                        poll-out .  .  .  .  .  .  .  .  .  .  .
POST /p/:key/ballot                                       poll-out .  .  .  .  .  .  .  .  .  .  .
GET  /d/:key                                              thread   .  .  .  .  .  .  y  y  y  y  y
POST /d/:key/close                                        thread   .  .  .  .  .  .  -  -  -  y  y
POST /d/:key/comments                                     thread   .  .  .  .  .  .  y  y  y  y  y
GET  /d/:key/comments/:id                                 thread   .  .  .  .  .  .  y  y  y  y  y
GET  /d/:key/comments/:id/delete                          thread   .  .  .  .  .  .  -  -  -  y  y
POST /d/:key/comments/:id/delete                          thread   .  .  .  .  .  .  -  -  -  y  y
GET  /d/:key/comments/:id/edit                            thread   .  .  .  .  .  .  -  -  -  y  -
POST /d/:key/comments/:id/edit                            thread   .  .  .  .  .  .  -  -  -  y  -
GET  /d/:key/comments/:id/history                         thread   .  .  .  .  .  .  y  y  y  y  y
GET  /d/:key/edit                                         thread   .  .  .  .  .  .  -  -  -  y  y
POST /d/:key/edit                                         thread   .  .  .  .  .  .  -  -  -  y  y
GET  /d/:key/history                                      thread   .  .  .  .  .  .  y  y  y  y  y
GET  /d/:key/live                                         thread   .  .  .  .  .  .  y  y  y  y  y
POST /d/:key/not-me                                       thread   y  y  y  y  y  y  y  y  y  y  y
GET  /d/:key/people                                       thread   .  .  .  .  .  .  y  y  y  y  y
POST /d/:key/people                                       thread   .  .  .  .  .  .  -  -  y  y  y
GET  /d/:key/people/:id/remove                            guest    .  .  .  .  .  .  -  -  -  y  y
POST /d/:key/people/:id/remove                            guest    .  .  .  .  .  .  -  -  -  y  y
POST /d/:key/polls/:poll                                  thread   .  .  .  .  .  .  y  y  y  y  y
POST /d/:key/polls/:poll/ballot                           thread   .  .  .  .  .  .  y  y  y  y  y
POST /d/:key/read                                         thread   .  .  .  .  .  .  y  y  y  y  y
POST /d/:key/sign-in                                      thread   .  .  .  .  .  .  y  y  y  y  y
POST /d/:key/reopen                                       thread   .  .  .  .  .  .  -  -  -  !  !
GET  /d/:key                                              out      y  y  y  y  y  y  y  y  y  y  y
GET  /d/:key/history                                      out      .  .  .  .  .  .  .  .  .  .  .
GET  /d/:key/people                                       out      .  .  .  .  .  .  .  .  .  .  .
GET  /d/:key/edit                                         out      .  .  .  .  .  .  .  .  .  .  .
GET  /d/:key/live                                         out      .  .  .  .  .  .  .  .  .  .  .
GET  /d/:key/comments/:id                                 out      y  y  y  y  y  y  y  y  y  y  y
GET  /d/:key/comments/:id/history                         out      .  .  .  .  .  .  .  .  .  .  .
POST /d/:key/comments                                     out      .  .  .  .  .  .  .  .  .  .  .
POST /d/:key/polls/:poll                                  out      .  .  .  .  .  .  .  .  .  .  .
POST /d/:key/read                                         out      .  .  .  .  .  .  .  .  .  .  .
POST /d/:key/close                                        out      .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle                                           -        .  .  .  .  .  .  .  y  y  y  y
GET  /g/:handle                                           square   y  y  y  y  y  y  y  y  y  y  y
GET  /g/:handle/public.atom                               square   y  y  y  y  y  y  y  y  y  y  y
GET  /g/:handle/public.atom                               -        .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle/threads                                   square   .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle/polls                                     square   .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle/decisions                                 square   .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle/members                                   square   .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle/settings                                  square   .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle/feed                                      square   .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle/history                                   square   .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle/new-thread                                square   .  .  .  .  .  .  .  .  .  .  .
GET  /g/:handle/decisions                                 -        .  .  .  .  .  .  .  .  y  y  y
GET  /g/:handle/feed                                      -        .  .  .  .  .  .  .  .  y  y  y
POST /g/:handle/feed                                      -        .  .  .  .  .  .  .  .  y  y  y
GET  /g/:handle/leave                                     -        .  .  .  .  .  .  .  .  y  y  y
POST /g/:handle/leave                                     -        .  .  .  .  .  .  .  .  y  y  !
GET  /g/:handle/invite                                    -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/invite                                    -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/sign-in                                   -        .  y  y  .  .  .  y  y  y  y  y
POST /g/:handle/join                                      -        .  .  .  .  .  .  .  y  y  y  y
GET  /g/:handle/links                                     -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/links                                     -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/links/:id/end                             joining  .  .  .  .  .  .  .  .  -  -  y
GET  /g/:handle/requests                                  -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/requests/:id/approve                      joining  .  .  .  .  .  .  .  .  -  -  y
GET  /g/:handle/requests/:id/decline                      joining  .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/requests/:id/decline                      joining  .  .  .  .  .  .  .  .  -  -  y
GET  /g/:handle/keys                                      -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/keys                                      -        .  .  .  .  .  .  .  .  -  -  y
GET  /g/:handle/keys/:id                                  key      .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/keys/:id/expiry                           key      .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/keys/:id/revoke                           key      .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/keys/:id/rotate                           key      .  .  .  .  .  .  .  .  -  -  y
GET  /g/:handle/members                                   -        .  .  .  .  .  .  .  .  y  y  y
GET  /g/:handle/members/:id                               member   .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/members/:id/link                          member   .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/members/:id/name                          member   .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/members/:id/remove                        member   .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/members/:id/resend                        member   .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/members/:id/restore                       removed  .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/members/:id/role                          member   .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/members/:id/title                         member   .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/members/links                             -        .  .  .  .  .  .  .  .  -  -  y
GET  /g/:handle/new-thread                                -        .  .  .  .  .  .  .  .  y  y  y
POST /g/:handle/new-thread                                -        .  .  .  .  .  .  .  .  y  y  y
GET  /g/:handle/history                                   -        .  .  .  .  .  .  .  .  -  -  y
GET  /g/:handle/outbox                                    -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/outbox/again                              -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/outbox/try                                -        .  .  .  .  .  .  .  .  -  -  y
GET  /g/:handle/outbox/:id                                mail     .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/outbox/:id/again                          mail     .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/outbox/:id/link                           mail     .  .  .  .  .  .  .  .  -  -  y
GET  /g/:handle/polls                                     -        .  .  .  .  .  .  .  .  y  y  y
GET  /g/:handle/settings                                  -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/settings                                  -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/subgroups                                 -        .  .  .  .  .  .  .  .  -  -  !
GET  /g/:handle/threads                                   -        .  .  .  .  .  .  .  .  y  y  y
GET  /g/:handle/webhooks                                  -        .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/webhooks                                  -        .  .  .  .  .  .  .  .  -  -  !
GET  /g/:handle/webhooks/:id                              webhook  .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/webhooks/:id                              webhook  .  .  .  .  .  .  .  .  -  -  !
GET  /g/:handle/webhooks/:id/deliveries/:delivery         webhook  .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/webhooks/:id/deliveries/:delivery/again   webhook  .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/webhooks/:id/remove                       webhook  .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/webhooks/:id/rotate                       webhook  .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/webhooks/:id/switch                       webhook  .  .  .  .  .  .  .  .  -  -  y
POST /g/:handle/webhooks/:id/test                         webhook  .  .  .  .  .  .  .  .  -  -  y
GET  /new-poll                                            -        .  .  .  .  .  .  .  .  y  y  y
POST /new-poll                                            -        .  .  .  .  .  .  .  .  y  y  y
GET  /account                                             -        >  y  y  >  >  >  y  y  y  y  y
POST /account                                             -        >  !  y  >  >  >  !  !  !  !  !
GET  /account/access                                      -        >  y  y  >  >  >  y  y  y  y  y
POST /account/access                                      -        >  y  y  >  >  >  y  y  y  y  y
POST /account/calendar                                    -        >  y  y  >  >  >  y  y  y  y  y
GET  /account/data/archive.zip                            -        >  .  .  >  >  >  .  .  .  .  .
GET  /service/people/:id/erase                            -        >  .  .  >  >  >  .  .  .  .  .
POST /service/people/:id/erase                            -        >  .  .  >  >  >  .  .  .  .  .
POST /account/feeds/end                                   -        >  .  .  >  >  >  .  .  .  .  .
POST /account/logins                                      -        >  y  y  >  >  >  y  y  y  y  y
POST /account/logins/remove                               -        >  .  .  >  >  >  .  .  .  .  .
GET  /account/keys                                        -        >  y  y  >  >  >  y  y  y  y  y
POST /account/keys                                        -        >  !  !  >  >  >  !  !  !  !  !
GET  /account/keys/:id                                    -        >  .  .  >  >  >  .  .  .  .  .
POST /account/keys/:id/revoke                             -        >  .  .  >  >  >  .  .  .  .  .
POST /account/mails                                       -        >  y  y  >  >  >  y  y  y  y  y
GET  /account/name                                        -        >  y  y  >  >  >  y  y  y  y  y
POST /account/name                                        -        >  y  y  >  >  >  y  y  y  y  y
GET  /account/passkeys                                    -        >  y  y  >  >  >  y  y  y  y  y
POST /account/passkeys                                    -        >  !  !  >  >  >  !  !  !  !  !
POST /account/passkeys/options                            -        >  y  y  >  >  >  y  y  y  y  y
POST /account/passkeys/name                               -        >  !  !  >  >  >  !  !  !  !  !
POST /account/passkeys/remove                             -        >  .  .  >  >  >  .  .  .  .  .
POST /account/sessions/end                                -        >  .  .  >  >  >  .  .  .  .  .
GET  /sign-in                                             -        y  y  y  y  y  y  y  y  y  y  y
POST /sign-in                                             -        >  >  >  >  >  !  >  >  >  >  >
GET  /sign-in/again                                       -        >  y  y  >  >  >  y  y  y  y  y
POST /sign-in/again                                       -        >  >  >  >  >  >  >  >  >  >  >
POST /sign-in/again/with                                  -        >  y  y  >  >  >  y  y  y  y  y
POST /sign-in/again/passkey                               -        >  !  !  >  >  >  !  !  !  !  !
GET  /sign-in/code                                        -        >  >  >  >  >  >  >  >  >  >  >
POST /sign-in/code                                        -        !  !  !  !  !  !  !  !  !  !  !
POST /sign-in/code/again                                   -        !  !  !  !  !  !  !  !  !  !  !
GET  /sign-in/link                                        -        !  !  !  !  !  !  !  !  !  !  !
POST /sign-in/link                                        -        !  !  !  !  !  !  !  !  !  !  !
POST /sign-in/with                                        -        y  y  y  y  y  y  y  y  y  y  y
GET  /sign-in/with/:provider                              -        !  !  !  !  !  !  !  !  !  !  !
GET  /sign-in/join                                        -        >  >  >  >  >  >  >  >  >  >  >
POST /sign-in/join                                        -        !  !  !  !  !  !  !  !  !  !  !
POST /sign-in/passkey                                     -        !  !  !  !  !  !  !  !  !  !  !
POST /sign-in/passkey/options                             -        y  y  y  y  y  y  y  y  y  y  y
POST /sign-out                                            -        y  y  y  y  y  y  y  y  y  y  y
POST /theme                                               -        y  y  y  y  y  y  y  y  y  y  y
GET  /join                                                -        .  .  .  .  .  .  .  .  .  .  .
POST /join                                                -        .  .  .  .  .  .  .  .  .  .  .
GET  /join/sheet                                          -        .  .  .  .  .  .  .  .  .  .  .
GET  /vote                                                -        .  .  .  .  .  .  .  .  .  .  .
POST /vote                                                -        .  .  .  .  .  .  .  .  .  .  .
GET  /vote/history                                        -        .  .  .  .  .  .  .  .  .  .  .
GET  /vote/sheet                                          -        .  .  .  .  .  .  .  .  .  .  .
GET  /join/code                                           -        !  !  !  !  !  !  !  !  !  !  !
POST /join/code                                           -        !  !  !  !  !  !  !  !  !  !  !
GET  /join/confirm                                        -        !  !  !  !  !  !  !  !  !  !  !
POST /join/confirm                                        -        !  !  !  !  !  !  !  !  !  !  !
GET  /join/wish                                           -        >  .  .  >  >  >  .  .  .  .  .
POST /join/wish                                           -        >  .  .  >  >  >  .  .  .  .  .
GET  /setup                                               -        .  .  .  .  .  .  .  .  .  .  .
POST /setup                                               -        .  .  .  .  .  .  .  .  .  .  .
GET  /unsubscribe                                         -        .  .  .  .  .  .  .  .  .  .  .
GET  /verify                                              -        y  y  y  y  y  y  y  y  y  y  y
POST /unsubscribe                                         -        .  .  .  .  .  .  .  .  .  .  .
POST /unsubscribe/undo                                    -        .  .  .  .  .  .  .  .  .  .  .
GET  /feeds/calendar.ics                                  -        .  .  .  .  .  .  .  .  .  .  .
GET  /feeds/group.atom                                    -        .  .  .  .  .  .  .  .  .  .  .
GET  /                                                    -        y  y  y  y  y  y  y  y  y  y  y
GET  /favicon.svg                                         -        y  y  y  y  y  y  y  y  y  y  y
GET  /healthz                                             -        y  y  y  y  y  y  y  y  y  y  y
GET  /.well-known/folkmoot-key                            -        y  y  y  y  y  y  y  y  y  y  y
GET  /help                                                -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/checking                                       -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/running                                        -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/api                                            -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/api/changes                                    -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/errors                                         -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/errors/:code                                   -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/facilitating                                   -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/api/b2                                         -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/mcp                                            -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/moving                                         -        y  y  y  y  y  y  y  y  y  y  y
GET  /help/voting                                         -        y  y  y  y  y  y  y  y  y  y  y
GET  /d/link-put-away                                     -        y  y  y  y  y  y  y  y  y  y  y
GET  /p/link-put-away                                     -        y  y  y  y  y  y  y  y  y  y  y
GET  /readyz                                              -        y  y  y  y  y  y  y  y  y  y  y
GET  /robots.txt                                          -        y  y  y  y  y  y  y  y  y  y  y
GET  /status                                              -        >  .  .  >  >  >  .  .  .  .  y
GET  /service/import/report.txt                           -        >  .  .  >  >  >  .  .  .  .  .
GET  /service/groups/:id                                  group    >  .  .  >  >  >  .  .  .  .  y
POST /service/groups/:id/suspend                          group    >  .  .  >  >  >  .  .  .  .  y
POST /service/groups/:id/resume                           group    >  .  .  >  >  >  .  .  .  .  y
POST /service/groups/:id/delete                           group    >  .  .  >  >  >  .  .  .  .  y
POST /service/groups/:id/restore                          group    >  .  .  >  >  >  .  .  .  .  y
POST /service/groups/:id/admin                            group    >  .  .  >  >  >  .  .  .  .  .
`

const SIGNED_IN = '> y y > > > y y y y y'
const MEMBERS = '. . . . . . . . y y y'
const LOOKS_AFTER_THREAD = '. . . . . . - - - y y'
const INVITES_TO_THREAD = '. . . . . . - - y y y'
const READS_THREAD = '. . . . . . y y y y y'
const LOOKS_AFTER_POLL = '. . . . . - . - - y y'
const SEES_POLL = '. . . . . y . y y y y'

type Cells = Pick<Row, 'object' | 'cells'>
const cellsOn = (object: string, cells: string): Cells => ({ object, cells })

const IN_GROUP = {
  see: cellsOn('-', '. . . . . . . y y y y'),
  read: cellsOn('-', MEMBERS),
  start: cellsOn('-', MEMBERS),
  administer: cellsOn('-', '. . . . . . . . - - y'),
}
const IN_THREAD = {
  see: cellsOn('thread', READS_THREAD),
  comment: cellsOn('thread', READS_THREAD),
  edit: cellsOn('thread', LOOKS_AFTER_THREAD),
  close: cellsOn('thread', LOOKS_AFTER_THREAD),
  reopen: cellsOn('thread', '. . . . . . - - - - -'),
  invite: cellsOn('thread', INVITES_TO_THREAD),
  start_poll: cellsOn('thread', INVITES_TO_THREAD),
  discard: cellsOn('thread', '. . . . . . - - - - y'),
}
const IN_POLL = {
  see: cellsOn('open', SEES_POLL),
  open: cellsOn('draft', LOOKS_AFTER_POLL),
  close: cellsOn('open', LOOKS_AFTER_POLL),
  reopen: cellsOn('closed', LOOKS_AFTER_POLL),
  edit: cellsOn('open', LOOKS_AFTER_POLL),
  add_options: cellsOn('addable', SEES_POLL),
  see_voters: cellsOn('open', LOOKS_AFTER_POLL),
  copy_links: cellsOn('open', '. . . . . - . - - - y'),
  invite_voters: cellsOn('open', LOOKS_AFTER_POLL),
  remind: cellsOn('open', LOOKS_AFTER_POLL),
  publish_outcome: cellsOn('closed', LOOKS_AFTER_POLL),
  tag: cellsOn('closed', LOOKS_AFTER_POLL),
  share: cellsOn('open', LOOKS_AFTER_POLL),
  open_links: cellsOn('open', LOOKS_AFTER_POLL),
  discard: cellsOn('draft', LOOKS_AFTER_POLL),
}

/** The cells that follow from a page's definition. */
export function cellsFor(who: Who): Cells {
  if (who === 'anyone') return cellsOn('-', Array(11).fill('y').join(' '))
  if (who === 'signed in') return cellsOn('-', SIGNED_IN)
  if (who === 'admin of the service') return cellsOn('-', '> . . > > > . . . . y')
  if ('group' in who) return IN_GROUP[who.group]
  return 'thread' in who ? IN_THREAD[who.thread] : IN_POLL[who.poll]
}

const routesOfPage = ({ path, show, acts, uploads = {} }: Page): Route[] => [
  ...(show === null ? [] : [{ method: 'GET', url: path }]),
  ...[...Object.keys(acts), ...Object.keys(uploads)].map((url) => ({ method: 'POST', url })),
]

/** Rows for routes of these pages without a given row: from their definitions. */
export function rowsBeside(rows: Row[], pages: readonly Page[]): Row[] {
  const known = new Set(rows.map(({ method, url }) => `${method} ${url}`))
  return pages.flatMap((page) =>
    routesOfPage(page)
      .filter(({ method, url }) => !known.has(`${method} ${url}`))
      .map((route) => ({ ...route, ...cellsFor(page.who), declared: true as const })),
  )
}

const LOOKED_AT = rowsOf(TABLE)

/** Every page and form: those of the table, and from its definition each that was added since. */
export const ROWS: Row[] = [...LOOKED_AT, ...rowsBeside(LOOKED_AT, PAGES)]
