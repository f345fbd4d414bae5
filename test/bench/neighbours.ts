// How long one client waits while another sends ten times what it may, and while it sends nothing, in turns of the same
// run: node test/bench/neighbours.ts. Both call the same path of the laptop's emulator, so they share its containers.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld } from '../support/environment.ts'
import { runs, unlessShort } from './options.ts'
import { median } from './peers/statistics.ts'
import { conclude } from './recording.ts'

const requestsPerMinute = 300
const floodEveryMs = 60_000 / (10 * requestsPerMinute)
const roundMs = unlessShort(8000, 500)
const path = '/v1/addresses'

/** Sends one call after another until the time is over, whether or not those before have been answered. */
const flood = async ({ get }: ApiClient, untilMs: number): Promise<readonly number[]> => {
  const sent: Promise<number>[] = []
  const startMs = Date.now()
  while (Date.now() < untilMs) {
    sent.push(get(path).then(({ status }) => status))
    await sleep(Math.max(0, startMs + sent.length * floodEveryMs - Date.now()))
  }
  return Promise.all(sent)
}

/** Milliseconds of each call of a client that makes four a second at most. */
const latencies = async ({ get }: ApiClient, untilMs: number): Promise<readonly number[]> => {
  const taken: number[] = []
  while (Date.now() < untilMs) {
    const startMs = performance.now()
    const { status } = await get(path)
    if (status !== 200) throw new Error(`The quiet client was answered ${status}`)
    taken.push(performance.now() - startMs)
    await sleep(250)
  }
  return taken
}

const measure = async (): Promise<void> => {
  await using world = await startWorld({ settings: { requestsPerMinute } })
  const [quiet, loud] = [await world.client('other-test'), await world.client('local-test')]
  await latencies(quiet, Date.now() + roundMs / 8)
  const ratios: number[] = []
  for (let run = 1; run <= runs; run++) {
    const alone = median(await latencies(quiet, Date.now() + roundMs))
    const untilMs = Date.now() + roundMs
    const [taken, sent] = await Promise.all([latencies(quiet, untilMs), flood(loud, untilMs)])
    const share = (status: number) => sent.filter(each => each === status).length
    console.log(`the loud client: ${sent.length} calls, ${share(200)} answered, ${share(429)} refused`)
    console.log(`the quiet client's p50: ${alone} ms alone, ${median(taken)} ms beside it`)
    ratios.push(median(taken) / alone)
  }
  // At most as much as the laptop's one process spends on both.
  conclude('neighbours', `${roundMs / 1000} s alone, then as long beside it`, { beside: ratios })
}

const deadline = setTimeout(() => process.exit(1), unlessShort(60_000 + runs * 30_000, 300_000))
await measure()
clearTimeout(deadline)
process.exit()
