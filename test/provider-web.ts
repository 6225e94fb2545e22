import { beforeEach, expect } from 'vitest'
import { openProviderProcess } from './provider.ts'
import { openSignInWorld, rowsIn } from './sign-in.ts'
import { openWeb, PUBLIC_URL } from './web.ts'

/** The provider's claims about Oda, who has no account here. */
export const ODA = { email: 'oda@new.example', email_verified: true, name: ' Oda   Berg ' }

/** A world whose people sign in with a provider, where Oda is signed in. Without logins before each test. */
export async function openProviderWorld() {
  const { world, post, ben } = await openSignInWorld()
  const provider = await openProviderProcess(PUBLIC_URL)
  const web = await openWeb(world, { SMTP_URL: 'smtp://localhost', ...provider.settings })
  beforeEach(async () => {
    const fresh = { account: 'oda', claims: ODA, fault: null, shift_ms: 0, remembers: false, new_keys: false }
    await provider.control(fresh)
    await world.db.pool.query('truncate identities, provider_attempts, attempts, sign_ins, mails cascade')
    await world.db.pool.query("delete from sessions; delete from users where email like '%@new.example'")
  })
  return {
    ...{ world, web, post, ben, provider },
    /** The address that the account page shows with this cookie; null: nobody is signed in. */
    addressOf: async (cookie: string) =>
      /class="kicker"[^>]*>([^<]*)</.exec((await web.get('/account', cookie)).body)?.[1] ?? null,
    emailOf: async (id: number) =>
      (await world.db.pool.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]
        ?.email ?? '',
    /** Expects that nobody is signed in, and nothing was linked or created. */
    nothingHappened: async () => {
      expect(await rowsIn(world, 'sessions')).toBe(0)
      expect(await rowsIn(world, 'identities')).toBe(0)
      expect(await rowsIn(world, "users where email like '%@new.example'")).toBe(0)
    },
  }
}
