/** Whether what an erased person wrote stays, under the name of a former member, or goes too. */
export type Writings = (typeof WRITINGS)[number]

export const WRITINGS = ['keep', 'erase'] as const

export const isWritings = (word: string): word is Writings => WRITINGS.some((known) => known === word)
