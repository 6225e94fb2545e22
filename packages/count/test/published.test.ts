import { describe, expect, test } from 'vitest'
import { count } from '../src/index.ts'
import { bltOf, electionsIn, numbered, ranked, rankingOf, scored } from './elections.ts'

type Reference = { elected: number[]; stages: (string | null)[][] }
type References = { stv_scottish?: Reference; stv_meek?: Reference }

const inOrder = (places: readonly number[]) => [...places].sort((one, other) => one - other)

/** The votes of each round as in the reference files; excluded options have 0. */
function stagesOf(name: string, method: 'stv_scottish' | 'stv_meek') {
  const { tie, ...election } = bltOf(name)
  const order = tie ?? election.options.map((_, place) => place)
  const { rounds, elected, decimals } = count({ ...election, method, lot: { order } })
  const stages = rounds.map(({ votes }) =>
    votes.map((own, place) =>
      election.withdrawn.includes(place) ? null : (Number(own ?? 0n) / 10 ** decimals).toFixed(decimals),
    ),
  )
  return {
    stages: stages.filter((stage, at) => `${stage}` !== `${stages[at - 1]}`),
    elected: inOrder(elected),
  }
}

/** Elections in which the reference differs in more than numbers. */
const DIFFERENT: Record<string, string> = {
  'SC-Vm-12 stv_scottish': 'has stages for surpluses of nothing',
  'weak-surplus stv_scottish': 'draws another lot, which is not in the file',
}

describe('droop’s reference counts are reproduced stage by stage', () => {
  const cases = electionsIn<References>('droop.json').flatMap(([name, references]) =>
    (['stv_scottish', 'stv_meek'] as const).flatMap((method) => {
      const reference = references[method]
      return reference === undefined ? [] : [{ name, method, reference }]
    }),
  )
  test('all of them are present', () => {
    expect(cases.filter(({ method }) => method === 'stv_scottish')).toHaveLength(32)
    expect(cases.filter(({ method }) => method === 'stv_meek')).toHaveLength(9)
  })

  test.each(cases.filter(({ name, method }) => !(`${name} ${method}` in DIFFERENT)))(
    '$name by $method',
    ({ name, method, reference }) => {
      const { stages, elected } = stagesOf(name, method)
      expect(elected).toEqual(reference.elected)
      // Meek's references leave out rounds without an election or iteration.
      const told = new Set(reference.stages.map(String))
      const compared = method === 'stv_meek' ? stages.filter((stage) => told.has(`${stage}`)) : stages
      expect(compared).toEqual(reference.stages)
    },
  )
})

/**
 * `elected`: who is elected at each stage. `stages`: the votes of each option, and those that are not
 * transferable.
 */
type Official = { elected: string[]; stages: string[] }

/** The options of these places, by their numbers from 1. */
const numbersOf = (places: readonly number[]) =>
  inOrder(places)
    .map((place) => place + 1)
    .join(' ')

describe('official reports of Scottish wards are reproduced stage by stage', () => {
  test.each(electionsIn<Official>('scottish-reports.json'))('%s', (name, { elected, stages }) => {
    const { tie: _, ...election } = bltOf(name)
    const found = count({ ...election, method: 'stv_scottish' })
    const own = found.rounds.map(({ votes, exhausted }) =>
      [...votes, exhausted].map((number) => Number(number ?? 0n) / 10 ** found.decimals).join(' '),
    )
    expect(own.slice(0, stages.length)).toEqual(stages)
    // The last seats are filled without moving votes; reports include that in the last stage.
    expect(own.slice(stages.length).every((round) => round === stages.at(-1))).toBe(true)
    const last = stages.length - 1
    const electedAt = stages.map((_stage, at) =>
      found.rounds.filter((_round, round) => Math.min(round, last) === at).flatMap((round) => round.elected),
    )
    expect(electedAt.map(numbersOf)).toEqual(elected)
  })
})

type Tideman = {
  options: number
  ballots: string
  schulze: string
  schulze_apart: string
  pairs: string
  pairs_apart: string
  irv: string
}

describe('Tideman’s elections', () => {
  const elections = electionsIn<Tideman>('tideman.json')

  test.each(['last', 'apart'] as const)(
    'have the published Schulze rankings, unranked options %s',
    (unranked) => {
      expect(elections).toHaveLength(109)
      for (const [name, { options, ballots, ...published }] of elections) {
        const found = count({
          method: 'schulze',
          options: numbered(options),
          ballots: ranked(ballots),
          unranked,
        })
        const ranking = rankingOf(unranked === 'last' ? published.schulze : published.schulze_apart)
        expect([name, found.ranking?.map(inOrder)]).toEqual([name, ranking.map(inOrder)])
      }
    },
  )
})

type Prf = {
  options: string[]
  seats: number
  tie: number[]
  ballots: string
  elected: number[]
  tally: Record<string, number[]>
}

describe('the cases of Meeks-PRF are reproduced round by round', () => {
  test.each(electionsIn<Prf>('meek-prf.json'))(
    '%s',
    (_, { options, seats, tie, ballots, elected, tally }) => {
      const found = count({
        method: 'stv_meek',
        seats,
        options,
        ballots: ballots === '' ? [] : ranked(ballots),
        lot: { order: tie.map((number) => number - 1) },
      })
      expect(inOrder(found.elected)).toEqual(inOrder(elected.map((number) => number - 1)))
      const published = Object.entries(tally).filter(([name]) => name !== ':Quota')
      for (const [name, votes] of published) {
        const own = found.rounds
          .filter(({ step }) => step !== 'remaining')
          .flatMap((round) => round.votes[options.indexOf(name)] ?? [])
        expect([name, own.slice(0, votes.length).map(Number)]).toEqual([
          name,
          votes.map((vote) => Math.round(vote * 1e9)),
        ])
      }
    },
  )
})

type Starred = { max_score: number; options: string[]; ballots: string; winner: string | null }

describe('the elections of starvote', () => {
  test.each(electionsIn<Starred>('star.json'))('%s', (_, { max_score, options, ballots, winner }) => {
    const { elected, ties } = count({ method: 'star', options, ballots: scored(ballots), max_score })
    // If starvote has no winner, only a lot decides.
    if (winner === null) expect(ties.at(-1)?.by).toBe('lot')
    else expect(elected.map((place) => options[place])).toEqual([winner])
  })
})

/**
 * `lost`: the others in the order in which they lost, which tells how each tie was drawn. `rounds`: the votes
 * of each option; "-": it is out of the count.
 */
type Tabulated = {
  options: number
  withdrawn?: string
  lost: string
  ballots: string
  rounds: string[]
  elected: number
}

/** Where RCTab draws lots for a tie that an earlier round breaks here: how many rounds before it agree. */
const DRAWN: Record<string, number> = {
  missing_precinct_example: 4,
  test_set_treat_blank_as_undeclared_write_in: 3,
  unisyn_xml_cdf_city_mayor: 4,
  unisyn_xml_cdf_county_sheriff: 4,
}

/** The options that are still in the count in a round. */
const inCount = (round: string) => round.replaceAll(/\d+/g, 'in')

describe('RCTab’s expected reports of instant runoffs are reproduced round by round', () => {
  const elections = electionsIn<Tabulated>('rctab.json').map(([name, { lost, withdrawn, ...election }]) => {
    const options = numbered(election.options)
    const ballots = ranked(election.ballots)
    const order = rankingOf(lost).flat()
    const without = withdrawn === undefined ? [] : rankingOf(withdrawn).flat()
    const found = count({ method: 'irv', options, ballots, withdrawn: without, lot: { order } })
    const own = found.rounds.map(({ votes, excluded }) =>
      votes.map((number, place) => (excluded.includes(place) ? '-' : (number ?? '-'))).join(' '),
    )
    // RCTab may exclude several at once: the rounds between are left out.
    const told = new Set(election.rounds.map(inCount))
    return { name, ...election, found, own, compared: own.filter((round) => told.has(inCount(round))) }
  })

  test('all of them are present', () => expect(elections).toHaveLength(46))

  test.each(elections.filter(({ name }) => !(name in DRAWN)))('$name', (election) => {
    const { rounds, elected, found, compared } = election
    expect(compared).toEqual(rounds)
    expect(numbersOf(found.elected)).toBe(`${elected}`)
  })

  test.each(elections.filter(({ name }) => name in DRAWN))(
    '$name, up to the first tie that is settled otherwise',
    ({ name, rounds, found, own, compared }) => {
      const told = rounds.slice(0, DRAWN[name])
      expect(compared.slice(0, told.length)).toEqual(told)
      const round = own.indexOf(told.at(-1) ?? '') + 1
      expect(found.ties).toContainEqual(expect.objectContaining({ round, by: 'earlier round' }))
    },
  )
})

test('in Burlington in 2009 the instant runoff elected Kiss, whom Montroll would have beaten', () => {
  const [[, { options, ballots } = { options: [], ballots: '' }] = []] = electionsIn<{
    options: string[]
    ballots: string
  }>('burlington.json')
  const winnerBy = (method: 'irv' | 'schulze' | 'ranked_pairs') =>
    count({ method, options, ballots: ranked(ballots) }).elected.map((place) => options[place])
  expect(winnerBy('irv')).toEqual(['Bob Kiss'])
  expect(winnerBy('schulze')).toEqual(['Andy Montroll'])
  expect(winnerBy('ranked_pairs')).toEqual(['Andy Montroll'])
  const { rounds } = count({ method: 'irv', options, ballots: ranked(ballots) })
  // The last round, between Kiss and Wright. The official report has one more for Wright than these ballots.
  expect(rounds.at(-1)?.votes.filter((votes) => votes !== null && votes > 1000n)).toEqual([4313n, 4060n])
})

/** `elected`: the committees that may be elected, as ties are settled. */
type Committee = { options: number; seats: number; ballots: string; elected: string[] }

/** Where abcvoting raises the shares in steps other than a thousandth of all costs, with another result. */
const OTHER_STEPS =
  'L0033 L0070 L0128 L0140 L0167 L0168 L0188 L0200 L0237 L0265 L0308 L0344 L0389 L0392 M0001 M0006 M0007 M0021 M0027 M0028 S0002 VL0018 VL0025 VL0036'.split(
    ' ',
  )
const SEAT = 1_000

describe('the committees of abcvoting by equal shares', () => {
  const committees = electionsIn<Committee>('equal-shares.json').map(([name, committee]) => {
    const { options, seats, ballots } = committee
    const approvals = ballots.split(';').map((line) => line.split(' '))
    const found = count({
      method: 'equal_shares',
      options: numbered(options),
      ballots: approvals.map((approved) => ({
        weight: 1,
        scores: Array.from({ length: options }, (_, place) => Number(approved.includes(`${place}`))),
      })),
      costs: Array.from({ length: options }, () => SEAT),
      budget: seats * SEAT,
      lot: { order: Array.from({ length: options }, (_, place) => place) },
    })
    return { name, ...committee, found: inOrder(found.elected) }
  })
  // If shares do not fill the committee, abcvoting fills it by another rule.
  const full = committees.filter(({ seats, found }) => found.length === seats)

  test('are elected alike, but for those whose shares are raised in other steps', () => {
    expect(committees).toHaveLength(480)
    expect(full.length).toBeGreaterThan(400)
    const differing = full.filter(({ elected, found }) => !elected.includes(found.join(' ')))
    expect(differing.map(({ name }) => name).sort()).toEqual(OTHER_STEPS)
  })

  test('never have more members than there are seats', () => {
    for (const { seats, found } of committees) expect(found.length).toBeLessThanOrEqual(seats)
  })
})
