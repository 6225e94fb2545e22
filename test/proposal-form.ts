/** The fields of the form that starts a proposal. */
export const PROPOSAL = {
  group: 'mill-lane',
  poll_type: 'proposal',
  title: 'We buy a second bike shed',
  details: 'Eleven bikes stand in the **rain**.',
  positions: ['agree', 'abstain', 'disagree', 'block'],
  closing_at: '2031-01-31T18:00',
  eligible: 'all',
  hide_results: 'off',
  notify_on_closing_soon: 'voters',
  tell: 'voters',
  step: 'start',
}
