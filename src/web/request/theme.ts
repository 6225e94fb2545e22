import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, YEAR_SECONDS } from './cookies.ts'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

// Written by `islands/switch-theme.ts` too.
const COOKIE = 'folkmoot_theme'

/** The theme of that name, or null. */
export function themeNamed(name: unknown): Theme | null {
  return THEMES.find((theme) => theme === name) ?? null
}

/** The theme chosen in this browser; null: that of its system. */
export function themeOf(request: FastifyRequest): Theme | null {
  return themeNamed(cookieOf(request, COOKIE))
}

/** Lets this browser keep a theme; null: it follows its system again. */
export function keepTheme(reply: FastifyReply, theme: Theme | null): void {
  reply.setCookie(COOKIE, theme ?? '', {
    path: '/',
    sameSite: 'lax',
    maxAge: theme === null ? 0 : YEAR_SECONDS,
  })
}
