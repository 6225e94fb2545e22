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

/** People of the next street: guests who vote on what concerns both. */
export const GUESTS = [
  { name: 'Amara Diallo', email: 'amara@oak-lane.example' },
  { name: 'Hana Sato', email: 'hana@oak-lane.example' },
  { name: 'Felix Moreau', email: 'felix@oak-lane.example' },
  { name: 'Luca Bianchi', email: 'luca@oak-lane.example' },
  { name: 'Nadia Haddad', email: 'nadia@oak-lane.example' },
  { name: 'Ewan Muir', email: 'ewan@oak-lane.example' },
  { name: 'Sofia Reyes', email: 'sofia@oak-lane.example' },
  { name: 'Dev Patel', email: 'dev@oak-lane.example' },
  { name: 'Klara Novak', email: 'klara@oak-lane.example' },
  { name: 'Ben Adeyemi', email: 'ben@oak-lane.example' },
  { name: 'Ida Holm', email: 'ida@oak-lane.example' },
  { name: 'Marcus Webb', email: 'marcus@oak-lane.example' },
  { name: 'Leila Karimi', email: 'leila@oak-lane.example' },
  { name: 'Piotr Zielinski', email: 'piotr@oak-lane.example' },
  { name: 'Grace Tan', email: 'grace@oak-lane.example' },
  { name: 'Oscar Lund', email: 'oscar@oak-lane.example' },
] as const

/** Their indexes among all people of the demo: they come after the neighbours. */
export const ALL_GUESTS = GUESTS.map((_, place) => NEIGHBOURS.length + place)
