import { describe, expect, it } from 'vitest'
import {
  createFieldworkTally,
  emptyLine,
  shownAgents,
  type VisitingAgent,
} from '../../../shared/fieldwork/tally.ts'

/* At one in the afternoon of a Friday in Lagos, half of the working day is over. */
const nowMs = Date.parse('2026-11-27T12:00:00.000Z')
const hours = (n: number): string => new Date(nowMs + n * 3_600_000).toISOString()
const [lagos, kano] = [24, 19]
const [ikeja, alimosho, warawa] = [2411, 2403, 1943]

let ids = 0
const visit = (agent: string, lgaId: number, minutes: number, [strongFlags, weakFlags] = [0, 0]) =>
  ({
    kind: 'reported',
    organisationId: 1,
    mode: 'live',
    verificationId: ++ids,
    at: hours(-1),
    product: 'address',
    agent,
    lgaId,
    tookMs: minutes * 60_000,
    strongFlags: strongFlags!,
    weakFlags: weakFlags!,
  }) as const
const agent = (id: string, capacity: number, ...lgaIds: readonly number[]): VisitingAgent => ({
  id,
  teamId: `team-${lgaIds[0]}`,
  lgaIds,
  capacity,
})
const phone = (agentId: string, reports: number, photos: number, saidAt = hours(-2)) => ({
  agentId,
  number: 1,
  reports,
  photos,
  saidAt,
  expiresAt: 0,
})
const open = (lgaId: number, dueInHours: number, state: 'open' | 'claimed' = 'open') => ({
  lgaId,
  dueAt: hours(dueInHours),
  state,
})

type Tally = ReturnType<typeof createFieldworkTally>
const countOf = (
  visits: readonly Parameters<Tally['addOpen']>[0][],
  input: Partial<Parameters<Tally['finish']>[0]>,
) => {
  const tally = createFieldworkTally(nowMs)
  for (const one of visits) tally.addOpen(one)
  return tally.finish({ visits: [], agents: [], unsent: [], ...input })
}

describe('what is counted of visits', () => {
  const { lines, at, day, dayPercent } = countOf(
    [open(ikeja, -1), open(ikeja, 23, 'claimed'), open(alimosho, 25), open(warawa, 24)],
    { visits: [visit('a', ikeja, 60), visit('a', ikeja, 121, [1, 1]), visit('b', warawa, 30, [0, 2])] },
  )

  it('counts where the visit is: in its LGA, its state and the country', () => {
    expect([at, day, dayPercent]).toEqual([hours(0), '2026-11-27', 50])
    const none = emptyLine()
    expect(lines).toEqual({
      0: {
        ...none,
        toDo: 4,
        open: 3,
        claimed: 1,
        late: 1,
        dueSoon: 1,
        dueLater: 2,
        done: 3,
        flagged: 2,
        stronglyFlagged: 1,
        medianMinutes: 60,
      },
      [lagos]: {
        ...none,
        toDo: 3,
        open: 2,
        claimed: 1,
        late: 1,
        dueSoon: 1,
        dueLater: 1,
        done: 2,
        flagged: 1,
        stronglyFlagged: 1,
        medianMinutes: 91,
      },
      [ikeja]: {
        ...none,
        toDo: 2,
        open: 1,
        claimed: 1,
        late: 1,
        dueSoon: 1,
        done: 2,
        flagged: 1,
        stronglyFlagged: 1,
        medianMinutes: 91,
      },
      [alimosho]: { ...none, toDo: 1, open: 1, dueLater: 1 },
      [kano]: { ...none, toDo: 1, open: 1, dueLater: 1, done: 1, flagged: 1, medianMinutes: 30 },
      [warawa]: { ...none, toDo: 1, open: 1, dueLater: 1, done: 1, flagged: 1, medianMinutes: 30 },
    })
  })

  it('is nothing of a country where nothing is', () => {
    const { lines: none, agents } = countOf([], {})
    expect([none, agents]).toEqual([{ 0: emptyLine() }, []])
  })
})

describe('what is counted of agents', () => {
  const agents = [agent('a', 8, ikeja, alimosho), agent('b', 6, ikeja), agent('c', 4, warawa)]
  const toDo = Array.from({ length: 30 }, () => open(ikeja, 100))
  const { lines, agents: people } = countOf(toDo, {
    agents,
    visits: [visit('a', alimosho, 10), visit('d', warawa, 20)],
    unsent: [phone('b', 2, 9), phone('b', 1, 0, hours(-1)), phone('d', 0, 4), phone('e', 1, 1)],
  })
  const of = (area: number) => {
    const { plan, agentsPlanned, agentsActive, unsentReports, unsentPhotos } = lines[area]!
    return [plan, agentsPlanned, agentsActive, unsentReports, unsentPhotos]
  }

  it('counts in every LGA of their team, and once in the state and the country', () => {
    expect(of(ikeja)).toEqual([14, 2, 1, 3, 9])
    expect(of(alimosho)).toEqual([8, 1, 1, 0, 0])
    expect(of(lagos)).toEqual([14, 2, 1, 3, 9])
    expect(of(0)).toEqual([18, 3, 1, 4, 14])
  })

  it('counts where they were today for whoever is in no team, and plans nothing with them', () => {
    expect(of(warawa)).toEqual([4, 1, 0, 0, 4])
    expect(people.find(({ id }) => id === 'd')).toMatchObject({ teamId: null, plan: 0, stateIds: [kano] })
    expect(people.find(({ id }) => id === 'e')).toMatchObject({ teamId: null, done: 0, stateIds: [] })
  })

  it('expects half of the plan at half of the day, or of what there was to do', () => {
    const line = (area: number) => [lines[area]!.expected, lines[area]!.behind]
    expect([line(ikeja), line(alimosho), line(warawa), line(0)]).toEqual([
      [7, 7],
      [1, 0],
      [1, 0],
      [9, 7],
    ])
  })

  it('begins with whose phone holds most, and then who has done least of their plan', () => {
    expect(people.map(({ id }) => id)).toEqual(['b', 'e', 'd', 'c', 'a'])
    expect(people[0]).toEqual({
      id: 'b',
      teamId: `team-${ikeja}`,
      plan: 6,
      done: 0,
      unsentReports: 3,
      unsentPhotos: 9,
      unsentAt: hours(-1),
      stronglyFlagged: 0,
      flagged: 0,
      medianMinutes: null,
      stateIds: [lagos],
    })
  })

  it('puts strong flags before what is not done', () => {
    const { agents: flagged } = countOf([], {
      agents,
      visits: [visit('a', ikeja, 1, [1, 0]), visit('b', ikeja, 1, [0, 3])],
    })
    expect(flagged.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  })
})

it('keeps the first agents of every state, however many another has', () => {
  const many = Array.from({ length: shownAgents + 50 }, (_, n) => agent(`lagos-${1000 + n}`, 5, ikeja))
  const { agents, lines } = countOf([], {
    agents: [...many, agent('kano-1', 5, warawa)],
    visits: [visit('kano-1', warawa, 5)],
  })
  expect(agents).toHaveLength(shownAgents + 2)
  expect(agents.at(-1)!.id).toBe('kano-1')
  expect(lines[lagos]!.agentsPlanned).toBe(shownAgents + 50)
})
