import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** What a name's zone does when asked: answer with these addresses, or fail with a DNS response code. */
export interface Zone {
  a?: string[] | Code
  aaaa?: string[] | Code
}
export type Code = 'SERVFAIL' | 'NXDOMAIN' | 'silence'

const codes = { SERVFAIL: 2, NXDOMAIN: 3 }

/** A name server on loopback (RFC 1035), one zone per name. */
export const nameServer = async (zones: Record<string, Zone>) => {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, isIpv6, end } = questionOf(query)
    asked.push(name)
    const zone = zones[name] ?? {}
    const answer = (isIpv6 ? zone.aaaa : zone.a) ?? []
    if (answer !== 'silence') socket.send(replyTo(query.subarray(0, end), answer), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const close = async () => void socket.close()
  return { address: `127.0.0.1:${socket.address().port}`, asked, [Symbol.asyncDispose]: close }
}

const questionOf = (query: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += size + 1
  }
  return { name: labels.join('.').toLowerCase(), isIpv6: query.readUInt16BE(at + 1) === 28, end: at + 5 }
}

const replyTo = (question: Buffer, answer: string[] | keyof typeof codes): Buffer => {
  const addresses = Array.isArray(answer) ? answer : []
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180 | (Array.isArray(answer) ? 0 : codes[answer]), 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...addresses.map(recordOf)])
}

// Each record points back to the name in the question, lives 60 seconds, and holds one address.
const recordOf = (address: string): Buffer => {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const head = Buffer.from([0xc0, 12, 0, isIPv4(address) ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length])
  return Buffer.concat([head, bytes])
}

const ipv6Bytes = (address: string): Buffer => {
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string) => (text ? text.split(':') : []).map(group => group.padStart(4, '0')).join('')
  const gap = '0'.repeat(32 - groups(head).length - groups(tail).length)
  return Buffer.from(groups(head) + gap + groups(tail), 'hex')
}
