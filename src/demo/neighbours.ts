/** The invented people of the demo group; the first of them founded it. `.example` addresses reach nobody. */
export const NEIGHBOURS = [
  { name: 'Rosa Okafor', email: 'rosa@elm-street.example' },
  { name: 'Jonas Lind', email: 'jonas@elm-street.example' },
  { name: 'Priya Raman', email: 'priya@elm-street.example' },
  { name: 'Tom Ashdown', email: 'tom@elm-street.example' },
  { name: 'Mei Castellanos', email: 'mei@elm-street.example' },
  { name: 'Ibrahim Saleh', email: 'ibrahim@elm-street.example' },
  { name: 'Greta Vogel', email: 'greta@elm-street.example' },
  { name: 'Owen Pryce', email: 'owen@elm-street.example' },
] as const

/** Their indexes. */
export const [ROSA, JONAS, PRIYA, TOM, MEI, IBRAHIM, GRETA, OWEN] = [0, 1, 2, 3, 4, 5, 6, 7] as const
