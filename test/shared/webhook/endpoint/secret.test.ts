import { describe, expect, it } from 'vitest'
import {
  hasTooManySecrets,
  liveSecrets,
  rotateSecrets,
  type SigningSecret,
  toWebhookSecret,
  withKeyPair,
} from '../../../../shared/webhook/endpoint/secret.ts'

const hour = (count: number): string => new Date(Date.UTC(2026, 10, 20, count)).toISOString()
const day = { now: hour(0), until: hour(24) }
const hmac = (name: string): SigningSecret => ({ secret: `whsec_${name}` })
const pair = (name: string): SigningSecret => ({ secret: `whsk_${name}`, publicKey: `whpk_${name}` })
const live = (secrets: readonly SigningSecret[], now: string) =>
  liveSecrets(secrets, now).map(({ secret }) => secret)
const rotate = (secrets: readonly SigningSecret[], name: string, at: number, overlapHours = 24) =>
  rotateSecrets(secrets, [hmac(name)], { now: hour(at), until: hour(at + overlapHours) })

describe('an endpoint’s secrets', () => {
  it('sign together for a day after a rotation, the new one first, and then the new one alone', () => {
    const secrets = rotate([hmac('old')], 'new', 0)
    expect(live(secrets, hour(23))).toEqual(['whsec_new', 'whsec_old'])
    expect(live(secrets, hour(24))).toEqual(['whsec_new'])
  })

  it('keep the end that an earlier rotation gave them', () => {
    const secrets = rotate(rotate([hmac('first')], 'second', 0), 'third', 12)
    expect(live(secrets, hour(13))).toEqual(['whsec_third', 'whsec_second', 'whsec_first'])
    expect(live(secrets, hour(25))).toEqual(['whsec_third', 'whsec_second'])
  })

  it('all end at once when the rotation leaves no overlap', () => {
    const secrets = rotate(rotate([hmac('first')], 'second', 0), 'third', 1, 0)
    expect(secrets).toEqual([hmac('third')])
  })

  it('are too many after the ninth rotation of a day, pairs or no pairs, and not once the first has ended', () => {
    let secrets: SigningSecret[] = [hmac('0'), pair('0')]
    for (let count = 1; count <= 8; count++)
      secrets = rotateSecrets(secrets, [hmac(`${count}`), pair(`${count}`)], day)
    expect(secrets).toHaveLength(18)
    expect(hasTooManySecrets(secrets)).toBe(false)
    expect(hasTooManySecrets(rotate(secrets, '9', 23))).toBe(true)
    expect(hasTooManySecrets(rotate(secrets, '9', 24))).toBe(false)
    expect(hasTooManySecrets(rotate(secrets, '9', 1, 0))).toBe(false)
  })

  it('hold a pair if one is asked for, the same for as long as it is', () => {
    const asked = withKeyPair([hmac('a')], true, [pair('p')])
    expect(withKeyPair(asked, true, [pair('q')])).toBe(asked)
    expect(withKeyPair(asked, undefined, [pair('q')])).toBe(asked)
    expect(toWebhookSecret(asked, hour(0))).toMatchObject({ secret: 'whsec_a', publicKey: 'whpk_p' })
    expect(withKeyPair(asked, false, [pair('q')])).toEqual([hmac('a')])
  })

  it('show what still signs until when, the half that others may see', () => {
    const { until } = day
    const secrets = rotateSecrets([hmac('a'), pair('p')], [hmac('b')], day)
    expect(toWebhookSecret(secrets, hour(23))).toEqual({
      secret: 'whsec_b',
      publicKey: null,
      previous: [
        { secret: 'whsec_a', publicKey: null, expiresAt: until },
        { secret: null, publicKey: 'whpk_p', expiresAt: until },
      ],
    })
    expect(toWebhookSecret(secrets, until).previous).toEqual([])
  })

  it('show the shared one that signs now, wherever it stands', () => {
    const ended = { ...hmac('old'), until: hour(24) }
    const secrets = [pair('p'), ended, hmac('new')]
    expect(toWebhookSecret(secrets, hour(1)).secret).toBe('whsec_new')
  })

  it('never show a private key', () => {
    const secrets = rotateSecrets([hmac('a'), pair('p')], [hmac('b'), pair('q')], day)
    expect(JSON.stringify(toWebhookSecret(secrets, hour(1)))).not.toContain('whsk_')
  })
})
