import { database } from '../../table/driver.ts'
import { circuitKey } from '../../table/keys.ts'
import { holds } from '../../table/port.ts'
import type { RegistryName } from '../contract/product.ts'
import { type Circuit, failureThreshold, probeIntervalMs, untouchedCircuit, withSample } from './circuit.ts'

const instant = (nowMs: number): string => new Date(nowMs).toISOString()

/** Reads what is known of a registry's health: half a read unit. */
export const readCircuit = async (name: RegistryName): Promise<Circuit> => ({
  ...untouchedCircuit,
  ...(await database.get<Circuit>(circuitKey(name))),
})

/** Opens the circuit once: of many who find the same, one writes. */
const open = (name: RegistryName, nowMs: number): Promise<boolean> =>
  holds(
    database.write({
      update: circuitKey(name),
      set: { state: 'open', since: instant(nowMs), probeAtMs: nowMs + probeIntervalMs },
      condition: {
        // A success in the meantime has begun a new row of failures.
        when: '#failures >= :threshold AND (attribute_not_exists(#state) OR #state = :closed)',
        values: { threshold: failureThreshold, closed: 'closed' },
      },
    }),
  )

/** Counts a failure, and opens the circuit if it was one too many. */
export const countFailure = async (name: RegistryName, nowMs: number): Promise<Circuit> => {
  const counted = await database.write<Circuit>({ update: circuitKey(name), set: {}, add: { failures: 1 } })
  const circuit = { ...untouchedCircuit, ...counted }
  if (circuit.state === 'open' || circuit.failures < failureThreshold) return circuit
  await open(name, nowMs)
  return { ...circuit, state: 'open', since: instant(nowMs), probeAtMs: nowMs + probeIntervalMs }
}

/** Claims the next try of an open circuit: the one whose write finds the time that it saw. */
export const takeProbe = (name: RegistryName, seen: Circuit, nowMs: number): Promise<boolean> =>
  holds(
    database.write({
      update: circuitKey(name),
      set: { probeAtMs: nowMs + probeIntervalMs },
      condition: {
        when: '#state = :open AND #probeAtMs = :seen',
        values: { open: 'open', seen: seen.probeAtMs },
      },
    }),
  )

/** Notes a success: closes an open circuit, forgets failures, keeps a sample. Of many at once, one writes. */
export const recordSuccess = async (
  name: RegistryName,
  seen: Circuit,
  { latencyMs, nowMs }: { latencyMs: number; nowMs: number },
): Promise<Circuit> => {
  const wasOpen = seen.state === 'open'
  const change = {
    state: 'closed',
    failures: 0,
    lastSuccessAt: instant(nowMs),
    sampledAtMs: nowMs,
    samples: withSample(seen, { atMs: nowMs, latencyMs }),
    ...(wasOpen && { since: instant(nowMs) }),
  } as const
  const isFirst = await holds(
    database.write({
      update: circuitKey(name),
      set: change,
      condition: wasOpen
        ? { when: '#state = :open', values: { open: 'open' } }
        : {
            when: 'attribute_not_exists(#sampledAtMs) OR #sampledAtMs = :seen',
            values: { seen: seen.sampledAtMs },
          },
    }),
  )
  return isFirst ? { ...seen, ...change } : readCircuit(name)
}
