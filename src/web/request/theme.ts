import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, YEAR_SECONDS } from './cookies.ts'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

// `islands/every-page/reader-settings.ts` writes it too.
const COOKIE = 'folkmoot_theme'

/** The theme of that name, or null. */
export function themeNamed(name: unknown): Theme | null {
  return THEMES.find((theme) => theme === name) ?? null
}

/** The theme chosen in this browser; null: the system's. */
export function themeOf(request: FastifyRequest): Theme | null {
  return themeNamed(cookieOf(request, COOKIE))
}

/** Stores a theme in this browser; null: follows the system again. */
export function keepTheme(reply: FastifyReply, theme: Theme | null): void {
  reply.setCookie(COOKIE, theme ?? '', {
    path: '/',
    sameSite: 'lax',
    maxAge: theme === null ? 0 : YEAR_SECONDS,
  })
}
