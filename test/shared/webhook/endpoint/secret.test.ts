import { describe, expect, it } from 'vitest'
import {
  liveSecrets,
  rotated,
  type SigningSecret,
  toWebhookSecret,
  withPair,
} from '../../../../shared/webhook/endpoint/secret.ts'

const hour = (count: number): string => new Date(Date.UTC(2026, 10, 20, count)).toISOString()
const hmac = (name: string): SigningSecret => ({ secret: `whsec_${name}` })
const pair = (name: string): SigningSecret => ({ secret: `whsk_${name}`, publicKey: `whpk_${name}` })
const rotate = (secrets: readonly SigningSecret[], name: string, at: number, overlapHours = 24) =>
  rotated(secrets, [hmac(name)], { now: hour(at), until: hour(at + overlapHours) })

describe('an endpoint’s secrets', () => {
  it('sign together for a day after a rotation, the new one first, and then the new one alone', () => {
    const secrets = rotate([hmac('old')], 'new', 0)
    expect(liveSecrets(secrets, hour(23))).toEqual(['whsec_new', 'whsec_old'])
    expect(liveSecrets(secrets, hour(24))).toEqual(['whsec_new'])
  })

  it('keep the end that an earlier rotation gave them', () => {
    const secrets = rotate(rotate([hmac('first')], 'second', 0), 'third', 12)
    expect(liveSecrets(secrets, hour(13))).toEqual(['whsec_third', 'whsec_second', 'whsec_first'])
    expect(liveSecrets(secrets, hour(25))).toEqual(['whsec_third', 'whsec_second'])
  })

  it('all end at once when the rotation leaves no overlap', () => {
    const secrets = rotate(rotate([hmac('first')], 'second', 0), 'third', 1, 0)
    expect(secrets).toEqual([hmac('third')])
  })

  it('stay few however often they are rotated', () => {
    let secrets: SigningSecret[] = [hmac('0')]
    for (let count = 1; count < 50; count++) secrets = rotate(secrets, `${count}`, 0)
    expect(secrets.length).toBeLessThanOrEqual(8)
    expect(toWebhookSecret(secrets, hour(0)).secret).toBe('whsec_49')
  })

  it('hold a pair if one is asked for, the same for as long as it is', () => {
    const asked = withPair([hmac('a')], true, () => pair('p'))
    expect(withPair(asked, true, () => pair('q'))).toBe(asked)
    expect(withPair(asked, undefined, () => pair('q'))).toBe(asked)
    expect(toWebhookSecret(asked, hour(0))).toMatchObject({ secret: 'whsec_a', publicKey: 'whpk_p' })
    expect(withPair(asked, false, () => pair('q'))).toEqual([hmac('a')])
  })

  it('never show a private key', () => {
    const secrets = rotated([hmac('a'), pair('p')], [hmac('b'), pair('q')], { now: hour(0), until: hour(24) })
    expect(JSON.stringify(toWebhookSecret(secrets, hour(1)))).not.toContain('whsk_')
  })
})
