import { toAssignmentId } from '../../../shared/assignment/assignment.ts'
import type { AssignmentTask } from '../../../shared/assignment/list-store.ts'
import { isClaimable } from '../../../shared/assignment/list-store.ts'
import { findState, type State } from '../../../shared/location/location.ts'
import { clockAt, lostHour, minuteMs, secondMs, stormFromMs, stormMs } from './day-plan.ts'
import { askFirstList, type FirstList, type MadeVisit, phone, refresh, unlessRefused } from './phone.ts'
import { type DayVisit, type FieldAgent, type FieldWorld, someMinutes, soon, within } from './world.ts'

/* How an agent lives the day: a list, claims, visits that are sent at once or much later, and the storm of the evening. */

/** Their phones have no network where they work. */
const offlineShare = 0.35
/** Whose phone is lost at noon, and never sends what it holds. */
const lostShare = 0.01
const givesBackShare = 0.04
const refusesShare = 0.15
/** An answer is lost, and the phone sends the same again while the first is still under way. */
const sendsTwiceShare = 0.03

const lostStateId = (findState(lostHour.stateName) as State).id

export interface AgentTold {
  /** Visits whose report was accepted, by whom. */
  readonly reportedBy: Map<string, string>
  /** How often which rule refused something. */
  readonly refusals: Map<string, number>
  readonly firstLists: FirstList[]
}

export const openTold = (): AgentTold => ({ reportedBy: new Map(), refusals: new Map(), firstLists: [] })

interface HeldVisit {
  readonly visit: DayVisit
  state: 'held' | 'made' | 'gone'
}

export const planAgentDay = (world: FieldWorld, agent: FieldAgent, told: AgentTold): void => {
  const { clock, random } = world
  const held = new Map<string, HeldVisit>()
  const made: MadeVisit[] = []
  const isOffline = random() < offlineShare
  const isLost = random() < lostShare
  const lostAtMs = isLost ? clockAt(11.2 + random()) : Number.POSITIVE_INFINITY
  let words = 0

  const hasNetwork = (atMs: number): boolean => {
    const isInLostHour = agent.stateId === lostStateId && atMs >= lostHour.fromMs && atMs < lostHour.toMs
    return !isInLostHour && (!isOffline || atMs < clockAt(9) || atMs >= stormFromMs)
  }
  const note = (code: string): void => {
    told.refusals.set(code, (told.refusals.get(code) ?? 0) + 1)
  }
  /** Nothing happens on a lost phone. */
  const act = (atMs: number, work: () => Promise<void>): void => {
    if (atMs < lostAtMs) clock.plan(atMs, work)
  }

  const visitOf = (id: string): DayVisit => world.visitById.get(id)!

  const makeVisit = (id: string, atMs: number): void =>
    act(atMs, async () => {
      const one = held.get(id)
      if (one?.state !== 'held') return
      one.state = 'made'
      made.push({ visit: one.visit, madeAtMs: atMs })
      if (hasNetwork(atMs)) sendAll(soon(atMs, random, 200))
    })

  const sendOne = async (one: MadeVisit, nowMs: number): Promise<void> => {
    const id = toAssignmentId(one.visit)
    let isToRepeat = false
    const hear = (code: string): void => {
      isToRepeat ||= code === 'unavailable'
      note(code)
    }
    const tries = random() < sendsTwiceShare ? 2 : 1
    const send = () => phone.send(world, agent, one, { nowMs, note: hear })
    const answers = await Promise.all(Array.from({ length: tries }, send))
    const isFiled = answers.some(answer => answer !== undefined)
    if (isFiled) told.reportedBy.set(id, agent.id)
    if (isToRepeat && !isFiled) made.push(one)
    else held.get(id)!.state = 'gone'
  }

  /** One visit after the other, some seconds each. */
  const sendAll = (atMs: number, then: (atMs: number) => void = () => {}): void =>
    act(atMs, async () => {
      const one = hasNetwork(atMs) ? made.shift() : undefined
      if (!one) return then(atMs)
      await sendOne(one, atMs)
      sendAll(soon(atMs, random, 4), then)
    })

  const take = (task: AssignmentTask, nowMs: number): void => {
    const id = toAssignmentId(task.assignment)
    held.set(id, { visit: visitOf(id), state: 'held' })
    const waiting = [...held.values()].filter(({ state }) => state === 'held').length
    const firstMs = Math.max(nowMs + someMinutes(random, 20, 40), clockAt(8.5))
    const atMs = firstMs + (waiting - 1) * someMinutes(random, 45, 75)
    if (atMs < clockAt(17.8)) makeVisit(id, atMs)
  }

  const claimFrom = (list: readonly AssignmentTask[], wanted: number, atMs: number): void =>
    act(atMs, async () => {
      const count = [...held.values()].filter(({ state }) => state === 'held').length
      if (count >= wanted || list.length === 0 || !hasNetwork(atMs)) return
      // One of the first that is shown.
      const index = Math.floor(random() * Math.min(8, list.length))
      const task = list[index]!
      const id = toAssignmentId(task.assignment)
      let isFull = false
      const claimed = await unlessRefused(phone.claim(agent, id, visitOf(id).at, atMs), code => {
        isFull = code === 'too_many_claims'
        note(code)
      })
      if (claimed) take(task, atMs)
      if (!isFull) claimFrom(list.toSpliced(index, 1), wanted, soon(atMs, random))
    })

  /** Accepts or refuses what a supervisor assigned, and takes more where there is time. */
  const lookAgain = (atMs: number, wanted: number): void =>
    act(atMs, async () => {
      if (!hasNetwork(atMs)) return
      const { mine, open } = await refresh(agent, atMs)
      for (const task of mine) {
        const { assignment } = task
        const id = toAssignmentId(assignment)
        if (assignment.offeredBy === undefined || isClaimable(assignment, atMs)) continue
        if (random() < refusesShare) await phone.release(agent, id, atMs)
        else if (await unlessRefused(phone.claim(agent, id, visitOf(id).at, atMs), note)) take(task, atMs)
      }
      claimFrom(open, wanted, soon(atMs, random))
    })

  const giveBack = (atMs: number): void =>
    act(atMs, async () => {
      const [id, one] = [...held].find(([, { state }]) => state === 'held') ?? []
      if (!id || !hasNetwork(atMs)) return
      one!.state = 'gone'
      await phone.release(agent, id, atMs)
    })

  const morningMs = within(clockAt(7), 60 * minuteMs, random) + within(0, 60 * minuteMs, random)
  const morningWanted = Math.ceil(agent.capacity * (0.5 + 0.3 * random()))
  act(morningMs, async () => {
    const list = await askFirstList(agent, morningMs)
    told.firstLists.push(list)
    claimFrom(list.tasks, morningWanted, soon(morningMs, random))
  })
  if (random() < givesBackShare) giveBack(within(clockAt(9.5), 30 * minuteMs, random))
  lookAgain(within(clockAt(11), 40 * minuteMs, random), morningWanted)
  if (agent.stateId === lostStateId && !isOffline) {
    const backMs = within(lostHour.toMs, 10 * minuteMs, random)
    act(backMs, async () => {
      if (made.length > 0) await phone.sayUnsent(agent, ++words, made.length, backMs)
      sendAll(backMs + secondMs, atMs => {
        if (words > 0) act(atMs, async () => void (await phone.sayUnsent(agent, ++words, made.length, atMs)))
      })
    })
  }
  lookAgain(within(clockAt(13.5), 60 * minuteMs, random), agent.capacity)
  lookAgain(within(clockAt(15.5), 60 * minuteMs, random), agent.capacity)
  const stormAtMs = within(stormFromMs, stormMs, random)
  act(stormAtMs, async () => {
    if (made.length > 0) await phone.sayUnsent(agent, ++words, made.length, stormAtMs)
    sendAll(stormAtMs, atMs =>
      act(atMs, async () => {
        if (words > 0) await phone.sayUnsent(agent, ++words, made.length, atMs)
        await refresh(agent, atMs)
      }),
    )
  })
}
