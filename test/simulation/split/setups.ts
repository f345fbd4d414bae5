import type { Setup } from './world.ts'

/** Callers reach whichever region is nearer to them. */
const toBoth: Setup['routed'] = (_splitForMs, random) => (random() < 0.5 ? 'here' : 'there')
/** Now and then an answer is not heard. */
const seldom: Setup['unheardShare'] = () => 0.02

/** How long a health check and cached names take until callers are led elsewhere. */
const detectionMs = 60_000

export const setups: readonly Setup[] = [
  {
    name: 'both regions take orders, the service as it is',
    routed: toBoth,
    unheardShare: seldom,
    follows: 'all',
  },
  {
    name: 'both take orders, each outbox follows its own writes',
    routed: toBoth,
    unheardShare: seldom,
    follows: 'own',
  },
  {
    name: 'one takes orders, the other takes over after a minute',
    routed: splitForMs => ((splitForMs ?? 0) < detectionMs ? 'here' : 'there'),
    // Until then every second answer of the failing region is lost.
    unheardShare: splitForMs => (splitForMs !== undefined && splitForMs < detectionMs ? 0.5 : 0.02),
    follows: 'own',
  },
]
