// Runs the corpus of hostile destinations against this project and two npm packages: node test/bench/ssrf-comparison.ts
// Nothing leaves the machine: the peers are called over http with a resolver that answers from the corpus and a
// BlockList of every address, with which Node itself stops the socket just before it would dial.
import { Agent, get, type RequestOptions } from 'node:http'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { checkUrl, resolveHost } from '../../shared/webhook/transport/destination.ts'
import { type HostileCase, hostileGroups, lookupOf, publicCases } from '../shared/webhook/transport/corpus.ts'
import { isShort, unlessShort } from './options.ts'
import { importPeer } from './peers/installed.ts'
import { conclude, withoutPeers } from './recording.ts'

type Verdict = 'refused' | 'dialled'
interface Guard {
  name: string
  verdictOf(hostile: HostileCase): Promise<Verdict>
}

type PeerGuards = Readonly<Record<string, (url: string) => Agent>>

const peers = isShort ? {} : (await importPeer<{ guards: PeerGuards }>('guards')).guards

const everything = new BlockList()
everything.addSubnet('0.0.0.0', 0, 'ipv4')
everything.addSubnet('::', 0, 'ipv6')

const rules = { allowHttp: false, allowLoopback: false }

const ownVerdict = async (hostile: HostileCase): Promise<Verdict> => {
  const checked = checkUrl(hostile.url, rules)
  if (!checked.ok) return 'refused'
  return (await resolveHost(checked.url, rules, lookupOf(hostile))).ok ? 'dialled' : 'refused'
}

const peerVerdict = (hostile: HostileCase, agentFor: (url: string) => Agent): Promise<Verdict> => {
  const url = hostile.url.replace(/^https:/i, 'http:')
  return new Promise(done => {
    try {
      const options = { agent: agentFor(url), lookup: systemLookupOf(hostile), blockList: everything }
      const request = get(url, options as RequestOptions, () => done('dialled'))
      request.on('error', error => done(wasStoppedAtDialling(error) ? 'dialled' : 'refused'))
      request.on('socket', socket => socket.on('connect', () => done('dialled')))
    } catch {
      done('refused')
    }
  })
}

const wasStoppedAtDialling = (error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): boolean =>
  [error, ...(error.errors ?? [])].some(each => each.code === 'ERR_IP_BLOCKED')

const systemLookupOf =
  (hostile: HostileCase): LookupFunction =>
  async (hostname, options, callback) => {
    const addresses = await lookupOf(hostile)(hostname).catch((error: Error) => error)
    if (addresses instanceof Error) return callback(addresses, [])
    if (addresses.length === 0) return callback(new Error('ENOTFOUND'), [])
    const all = addresses.map(address => ({ address, family: isIP(address) || 4 }))
    if (options.all) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family)
  }

const guards: Guard[] = [
  { name: 'this project', verdictOf: ownVerdict },
  ...Object.entries(peers).map(([name, agentFor]) => ({
    name,
    verdictOf: (hostile: HostileCase) => peerVerdict(hostile, agentFor),
  })),
  { name: 'no guard', verdictOf: hostile => peerVerdict(hostile, () => new Agent()) },
]

const refusedOf = async (cases: HostileCase[], guard: Guard): Promise<number> => {
  const verdicts = await Promise.all(cases.map(each => guard.verdictOf(each)))
  return verdicts.filter(verdict => verdict === 'refused').length
}

/** How many of these each guard refuses, in the order of the guards. */
const refusals = (cases: HostileCase[]): Promise<number[]> =>
  Promise.all(guards.map(guard => refusedOf(cases, guard)))

const rowOf = (cases: HostileCase[], refused: readonly number[]) => ({
  cases: cases.length,
  ...Object.fromEntries(guards.map(({ name }, index) => [name, refused[index]])),
})

const main = async (): Promise<void> => {
  const hostile = hostileGroups.flatMap(({ cases }) => cases)
  const open = publicCases.map(each => ({ ...each, reason: '' }))
  const rows = []
  for (const { group, cases } of hostileGroups) rows.push({ group, ...rowOf(cases, await refusals(cases)) })
  const [refused, wrongly] = [await refusals(hostile), await refusals(open)]
  rows.push({ group: 'all', ...rowOf(hostile, refused) }, { group: 'public', ...rowOf(open, wrongly) })
  console.log('Refused, of the destinations (ports, schemes and names are no concern of the peers):')
  console.table(rows)
  const dialledBy = (name: string): number =>
    hostile.length - refused[guards.findIndex(guard => guard.name === name)]!
  const dialledByPeer = (name: string) => (isShort ? withoutPeers : [dialledBy(name)])
  conclude('ssrf-comparison', `${hostile.length} hostile and ${open.length} public destinations`, {
    hostile: [hostile.length],
    dialled: [dialledBy('this project')],
    dialledByFilteringAgent: dialledByPeer('request-filtering-agent'),
    dialledByReqFilter: dialledByPeer('ssrf-req-filter'),
    public: [open.length],
    wronglyRefused: [wrongly[0]!],
  })
}

const deadline = setTimeout(() => process.exit(1), unlessShort(20_000, 300_000))
await main()
clearTimeout(deadline)
