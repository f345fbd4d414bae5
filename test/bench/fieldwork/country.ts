import { lgaCentre } from '../../../shared/location/lga-centre.ts'
import { allStates, type Lga, lgasOf, type State } from '../../../shared/location/location.ts'
import { metresBetween } from '../../../shared/location/position.ts'

/* Where visits are, and who works where: cities have most of both. */

/** Of a hundred visits, how many are in the states with the largest cities; an assumption. The others share the rest. */
const visitsOfHundred: Readonly<Record<string, number>> = {
  Lagos: 30,
  'Federal Capital Territory': 10,
  Rivers: 7,
  Kano: 7,
  Oyo: 6,
  Ogun: 4,
  Kaduna: 4,
  Edo: 3,
  Enugu: 3,
  Delta: 3,
  Anambra: 3,
}

const membersOfTeam = 12
/** So many teams of a large state have an area each; one more is at home in all of it. */
const teamsBesideRoving = 8
/** Within it of the capital, an LGA is of the city. */
const cityMetres = 10_000
/** As many as a team may have. */
const mostLgas = 44

interface LgaShare {
  readonly lga: Lga
  /** Of the country's visits. */
  readonly share: number
}

interface StateShare {
  readonly state: State
  readonly share: number
  /** The nearest to the capital first. */
  readonly lgas: readonly LgaShare[]
}

const shareOutState = (state: State, share: number): StateShare => {
  const weighed = lgasOf(state).map(lga => {
    const metres = metresBetween(state, lgaCentre(lga.id))
    return { lga, metres, weight: 1 / (1 + (metres / cityMetres) ** 2) }
  })
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  return {
    state,
    share,
    lgas: weighed
      .toSorted((one, other) => one.metres - other.metres)
      .map(({ lga, weight }) => ({ lga, share: (share * weight) / total })),
  }
}

const shareOutCountry = (): readonly StateShare[] => {
  const named = Object.values(visitsOfHundred).reduce((sum, one) => sum + one, 0)
  const others = allStates().filter(({ name }) => !(name in visitsOfHundred)).length
  return allStates().map(state =>
    shareOutState(state, (visitsOfHundred[state.name] ?? (100 - named) / others) / 100),
  )
}

/** The LGAs that have this part of a state's visits, from 0 to 1: in a city one or two, in the country many. */
const lgasBetween = ({ lgas, share }: StateShare, from: number, to: number): readonly number[] => {
  let before = 0
  const found: number[] = []
  for (const one of lgas) {
    const [start, end] = [before, before + one.share / share]
    before = end
    // What begins with the last thousandth of an LGA has none of it.
    if (end > from + 0.001 && start < to - 0.001) found.push(one.lga.id)
  }
  return found.slice(0, mostLgas)
}

export interface DayTeam {
  readonly id: string
  readonly name: string
  readonly areas: readonly number[]
  readonly stateId: number
}

export interface DayAgent {
  readonly id: string
  readonly teamId: string
  readonly stateId: number
  readonly capacity: number
}

const teamsOf = (one: StateShare, agents: number): readonly DayTeam[] => {
  const { state } = one
  const count = Math.max(1, Math.round(agents / membersOfTeam))
  const roving = Math.floor(count / (teamsBesideRoving + 1))
  const settled = count - roving
  return [...Array(count).keys()].map(n => ({
    id: `team-${state.id}-${n}`,
    name: `${state.name} ${n}`,
    stateId: state.id,
    areas: n < settled ? lgasBetween(one, n / settled, (n + 1) / settled) : [state.id],
  }))
}

export interface Country {
  readonly states: readonly StateShare[]
  readonly teams: readonly DayTeam[]
  readonly agents: readonly DayAgent[]
  /** An LGA by its share. */
  readonly drawLga: () => Lga
}

const capacities = [6, 7, 8, 9, 10] as const

export const planCountry = (wanted: number, random: () => number): Country => {
  const states = shareOutCountry()
  const teams: DayTeam[] = []
  const agents: DayAgent[] = []
  for (const one of states) {
    const here = Math.max(1, Math.round(one.share * wanted))
    const ofState = teamsOf(one, here)
    teams.push(...ofState)
    for (let n = 0; n < here; n++)
      agents.push({
        id: `agent-${one.state.id}-${n}`,
        teamId: ofState[n % ofState.length]!.id,
        stateId: one.state.id,
        capacity: capacities[Math.floor(random() * capacities.length)]!,
      })
  }
  const lgas = states.flatMap(one => one.lgas)
  const ends: number[] = []
  for (const { share } of lgas) ends.push((ends.at(-1) ?? 0) + share)
  const drawLga = (): Lga => {
    const drawn = random() * ends.at(-1)!
    return lgas[ends.findIndex(end => end > drawn)]!.lga
  }
  return { states, teams, agents, drawLga }
}
