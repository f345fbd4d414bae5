// Deliveries per second of processor time, against a plain fetch loop that signs and checks as much:
// node test/bench/deliveries.ts. The receiver has a process of its own; both senders share this one in turns.
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setDefaultCACertificates } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { attempt } from '../../shared/webhook/transport/attempt.ts'
import { openConnections } from '../../shared/webhook/transport/connections.ts'
import { newSecret } from '../../shared/webhook/transport/signature.ts'
import { type Certificate, openAuthority, receiver } from '../shared/webhook/transport/receiver.ts'

const concurrency = 50
const roundMs = 1000
const rounds = 4

const body = JSON.stringify({
  event: 'address',
  event_type: 'verification_completed',
  data: { id: 1, note: 'x'.repeat(1500) },
})
const secrets = [newSecret()]
const host = 'localhost'
const lookup = async () => ['127.0.0.1']

type Send = (id: string) => Promise<number | undefined>

const ownSender = (endpointUrl: string, authorities: string): Send => {
  const connections = openConnections({ authorities })
  const rules = { allowHttp: true, allowLoopback: true }
  return async id => (await attempt({ endpointUrl, id, body, secrets, rules, lookup, connections })).status
}

const fetchSender =
  (endpointUrl: string): Send =>
  async id => {
    const url = new URL(endpointUrl)
    for (const address of await lookup()) if (!isAllowed(address)) throw new Error('refused')
    const timestamp = Math.floor(Date.now() / 1000)
    const signatures = secrets.map(secret => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures.join(' '),
      },
      body,
    })
    await response.text()
    return response.status
  }

const isAllowed = (address: string): boolean =>
  ['unicast', 'loopback'].includes(ipaddr.parse(address).range())

/** Deliveries per second of this process's processor time, from `concurrency` loops, each one at a time. */
const rateOf = async (send: Send, forMs: number): Promise<number> => {
  const until = performance.now() + forMs
  const before = process.cpuUsage()
  let delivered = 0
  const loop = async (name: number) => {
    for (let count = 0; performance.now() < until; count += 1) {
      if ((await send(`evt_${name}_${count}`)) !== 200) throw new Error('not delivered')
      delivered += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, name) => loop(name)))
  const { user, system } = process.cpuUsage(before)
  return delivered / ((user + system) / 1_000_000)
}

const compare = async (name: string, own: Send, plain: Send) => {
  const rates = { own: 0, plain: 0 }
  await rateOf(own, 300)
  await rateOf(plain, 300)
  for (let round = 0; round < rounds; round += 1) {
    rates.own += (await rateOf(own, roundMs / 2)) / rounds
    rates.plain += (await rateOf(plain, roundMs / 2)) / rounds
  }
  const ratio = (rates.own / rates.plain).toFixed(2)
  console.log(
    `${name}: ${rates.own.toFixed(0)} per second and core, fetch loop ${rates.plain.toFixed(0)}, ratio ${ratio}`,
  )
}

const measure = async () => {
  const authority = await openAuthority()
  setDefaultCACertificates([authority.cert])
  const child = fork(new URL(import.meta.url), ['receive'])
  try {
    child.send(await authority.issue(host))
    const [ports] = await once(child, 'message')
    for (const [protocol, port] of Object.entries(ports)) {
      const url = `${protocol}://${host}:${port}/hook`
      await compare(protocol, ownSender(url, authority.cert), fetchSender(url))
    }
  } finally {
    child.kill()
  }
}

const receive = async () => {
  const [certificate] = (await once(process, 'message')) as [Certificate]
  const secure = await receiver(response => response.end(), certificate)
  const plain = await receiver(response => response.end())
  process.send?.({ https: secure.port, http: plain.port })
}

if (process.argv[2] === 'receive') await receive()
else {
  const deadline = setTimeout(() => process.exit(1), 60_000)
  await measure()
  clearTimeout(deadline)
  process.exit()
}
