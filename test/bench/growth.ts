/*
 * What grows with a month that should not: npm run bench -- growth. GET /v1/charges, which the portal's page asks for, is
 * answered for an organisation that was charged 28,000 times in this month and for one that was charged 2,000 times, by
 * the function as it is deployed, on the engine over TLS, each in a container of its own. CPU time is that of the
 * function's process; the engine's is not in it. In a round each is asked once; a ratio is the median of the rounds' own.
 * Before, `growth-operations.ts` prints what other operations cost beside 2,000 verifications and beside 28,000, and the
 * bench ends with 1 where one of them grows more than it may. `--sizes 200,1000` tries it out.
 */
import { type LedgerLine, toLedgerLine } from '../../shared/ledger/line.ts'
import { chargeWrites } from '../../shared/ledger/line-store.ts'
import { priceListVersion } from '../../shared/ledger/price.ts'
import { countCharges } from '../../shared/ledger/sum-store.ts'
import { portalRoutes } from '../../shared/portal/routes.ts'
import { database } from '../../shared/table/driver.ts'
import { generateId } from '../../shared/table/id.ts'
import type { Tenant } from '../../shared/table/tenant.ts'
import { measureOperations } from './growth-operations.ts'
import { runsOr, sizesOr, unlessShort } from './options.ts'
import { signInTo } from './peers/arena.ts'
import { bundlePlainly } from './peers/bundles.ts'
import { type Container, startContainer } from './peers/container.ts'
import type { RequestsTask } from './peers/contestant.ts'
import { median, pairedRatio } from './peers/statistics.ts'
import { openSurroundings } from './peers/surroundings.ts'
import { conclude } from './recording.ts'

const runs = runsOr(3)
const { rounds, warmUps } = unlessShort({ rounds: 7, warmUps: 5 }, { rounds: 1, warmUps: 0 })
const usual = [2000, 28_000] as const
const [few, many] = unlessShort(sizesOr(usual), [20, 280] as const)
const isWhole = few === usual[0] && many === usual[1]
/** At a time, so that the engine is busy and nobody waits. */
const atOnce = 16
const price = 2500

// Orders are sealed, as a stage seals them.
await using surroundings = await openSurroundings('api/addresses')
Object.assign(process.env, {
  PRICES: JSON.stringify({ address: price }),
  VERIFICATION_DUE_SECONDS: `${48 * 3600}`,
  VERIFICATION_EXPIRY_SECONDS: `${14 * 86_400}`,
})

/** Spread over the month so far, as charges of a busy organisation are. */
const chargedAt = (part: number): number => {
  const now = new Date()
  const beginMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  return Math.floor(beginMs + (now.getTime() - beginMs) * part)
}

const charge = async (tenant: Tenant, part: number): Promise<LedgerLine> => {
  const atMs = chargedAt(part)
  const verificationId = generateId(atMs, Math.random())
  const of = { ...tenant, verificationId, product: 'address', rule: 'decided', end: 'verified' } as const
  const line = { ...of, amount: price, chargedAt: new Date(atMs).toISOString(), clientId: 'bench' }
  await database.transact({ charge: chargeWrites(line) })
  return toLedgerLine(line, priceListVersion())!
}

const chargeAll = async (tenant: Tenant, lines: number): Promise<void> => {
  let next = 0
  const charged: LedgerLine[] = []
  const worker = async () => {
    while (next < lines) charged.push(await charge(tenant, next++ / lines))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  // As the stream has them added up.
  await countCharges(charged, Date.now())
}

/** An organisation with so many lines, and what asks for its charges. @throws from `ask` where the answer leaves lines out */
const openOrganisation = async (organisationId: number, lines: number) => {
  const tenant = { organisationId, mode: 'live' } as const
  await chargeAll(tenant, lines)
  const token = await signInTo(tenant)
  const bundle = surroundings.functions.get('api/charges')
  const { path: route } = portalRoutes.listCharges
  const task: RequestsTask = {
    kind: 'request',
    file: bundle.file,
    exported: bundle.exported,
    token,
    shape: { method: 'GET', route, status: 200 },
    counter: 'charges',
    isRepeat: true,
    forMs: 0,
  }
  return {
    start: (runtime: string) => startContainer('charges', runtime, surroundings.environmentFor(bundle)),
    ask: async (container: Container): Promise<number> => {
      const { cpuMs, body } = await container.run(task)
      const { total } = JSON.parse(body)
      if (total !== lines * price)
        throw new Error(`${lines} lines of ${price} are not ${JSON.stringify(total)}`)
      return cpuMs
    },
  }
}

const grown = await measureOperations([few, many], unlessShort(5, 1))

const startedMs = performance.now()
const organisations = [await openOrganisation(1, many), await openOrganisation(2, few)] as const
console.log(`${many + few} charges written in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
const runtime = bundlePlainly('contestant', surroundings.folder)

const measure = async () => {
  await using cleanup = new AsyncDisposableStack()
  const running = organisations.map(({ start, ask }) => {
    const container = cleanup.use(start(runtime))
    return { ask: () => ask(container), cpuMs: [] as number[] }
  })
  for (let round = -warmUps; round < rounds; round++)
    for (const { ask, cpuMs } of running) {
      const spent = await ask()
      if (round >= 0) cpuMs.push(spent)
    }
  return running.map(({ cpuMs }) => cpuMs) as [number[], number[]]
}

const all: [number[], number[]][] = []
for (let run = 1; run <= runs; run++) {
  all.push(await measure())
  const [ofMany, ofFew] = all.at(-1)!.map(costs => median(costs).toFixed(1))
  console.log(`run ${run}: ${ofMany} ms of CPU with ${many} lines, ${ofFew} ms with ${few}`)
}
// A page that is not full in a small month grows with it.
if (isWhole && grown.length > 0) process.exitCode = 1
conclude('growth', `${rounds} rounds in fresh containers, warmed up`, {
  charges: all.map(([ofMany, ofFew]) => pairedRatio(ofMany, ofFew)),
  chargesMs: all.map(([ofMany]) => median(ofMany)),
})
