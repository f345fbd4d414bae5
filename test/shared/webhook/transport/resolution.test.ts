import { describe, expect, it } from 'vitest'
import { openLookup, resolveHost } from '../../../../shared/webhook/transport/destination.ts'
import { nameServer, type Zone } from './name-server.ts'

const rules = { allowHttp: false, allowLoopback: false }
const four = '93.184.215.14'
const six = '2606:4700:4700::1111'

const ask = async (zone: Zone, timeoutMs = 20_000) => {
  await using server = await nameServer({ 'hooks.example.com': zone })
  const lookup = openLookup([server.address])
  return {
    ...(await resolveHost(new URL('https://hooks.example.com'), rules, lookup, timeoutMs)),
    asked: server.asked.length,
  }
}

describe('a name, asked of a real name server', () => {
  it('is asked for once per family, and leads to IPv4 first', async () => {
    expect(await ask({ a: [four, '1.1.1.1'], aaaa: [six] })).toEqual({
      ok: true,
      addresses: [four, '1.1.1.1', six],
      asked: 2,
    })
  })

  it('may have one family only', async () => {
    expect(await ask({ a: [four] })).toMatchObject({ addresses: [four] })
    expect(await ask({ aaaa: [six] })).toMatchObject({ addresses: [six] })
  })

  it('is refused for a forbidden address in either family', async () => {
    expect(await ask({ a: ['10.0.0.1'], aaaa: [six] })).toMatchObject({ ok: false, reason: 'private' })
    expect(await ask({ a: [four], aaaa: ['::1'] })).toMatchObject({ ok: false, reason: 'loopback' })
    expect(await ask({ a: [four], aaaa: ['fd00:ec2::254'] })).toMatchObject({ ok: false, reason: 'metadata' })
  })

  it('is refused when it does not exist, has no address, or its zone is broken', async () => {
    expect(await ask({ a: 'NXDOMAIN', aaaa: 'NXDOMAIN' })).toMatchObject({
      failure: 'dns',
      reason: 'resolver',
    })
    expect(await ask({})).toMatchObject({ failure: 'dns', reason: 'no-address' })
    expect(await ask({ a: 'SERVFAIL', aaaa: 'SERVFAIL' })).toMatchObject({
      failure: 'dns',
      reason: 'resolver',
    })
  })

  it('is refused when one family stays unanswered, for it could hold anything', async () => {
    expect(await ask({ a: [four], aaaa: 'SERVFAIL' })).toMatchObject({ failure: 'dns', reason: 'resolver' })
    expect(await ask({ a: [four], aaaa: 'silence' }, 300)).toMatchObject({
      failure: 'dns',
      reason: 'resolver',
    })
  })
})
