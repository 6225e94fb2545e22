/** The poll that the benchmarks create. */
export const NEW_POLL = {
  title: 'Where shall we meet next spring?',
  poll_type: 'poll',
  details: 'Four places are free. **Please vote** by Friday.',
  options: ['The mill', 'The library', 'The school', 'The garden'],
  closing_at: '2099-01-01T18:00:00Z',
}
