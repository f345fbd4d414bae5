import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lettersAndDigits } from '../../../shared/account/credential.ts'
import { purposes } from '../../../shared/link/link.ts'
import { type LinkToken, readLinkToken, signLinkToken } from '../../../shared/link/token.ts'

const link = {
  purpose: 'applicant',
  organisationId: Number.MAX_SAFE_INTEGER,
  mode: 'live',
  verificationId: 889_012_345_678_901,
  number: 20,
  endsAtSeconds: 1_800_000_000,
} as const
const key = 'k'.repeat(64)
const token = signLinkToken(link, key)

it('says again what it was made from, for every purpose and both modes', () => {
  expect(readLinkToken(token, key)).toEqual(link)
  for (const purpose of ['attest', 'applicant', 'documents'] as const)
    for (const mode of ['test', 'live'] as const)
      expect(readLinkToken(signLinkToken({ ...link, purpose, mode }, key), key)).toEqual({
        ...link,
        purpose,
        mode,
      })
})

it('is nothing under another key', () => {
  expect(readLinkToken(token, `${key}x`)).toBeUndefined()
})

it('has letters and digits alone, and as many in each, so that no telephone cuts it', () => {
  for (let count = 0; count < 20_000; count++) {
    const of = { ...link, verificationId: randomInt(2 ** 47), endsAtSeconds: randomInt(2 ** 32) }
    expect(signLinkToken(of, key)).toMatch(/^[0-9A-Za-z]{53}$/)
  }
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

type Form = readonly [name: string, of: LinkToken, sent: string]

/** What is behind a link in a sentence, or around it. */
const behind = ['.', ',', ')', ').', '!', '?', ';', ':', '"', "'", '”', '’', '…', ']', '>', '*', '-', '。']
const withoutEnd = (text: string): string => text.replace(/-+$/, '')

/** Made by what we sent before, from `link` with these verifications. */
const earlier: readonly (readonly [verificationId: number, token: string])[] = [
  [889012345678901, 'ggAf________AAMojVEQrDUAFGtJ0gBjqC-4xcKNiuSzgoR7OaW3'],
  [889012345678921, 'ggAf________AAMojVEQrEkAFGtJ0gDEGEgRbw7uOfaRH-9I6hG-'],
  [889012345678987, 'ggAf________AAMojVEQrIsAFGtJ0gAxUI1rstgxhRglh_sjM2Q_'],
  [889012345679088, 'ggAf________AAMojVEQrPAAFGtJ0gAlq2CjJa31mnqoKL39uO-_'],
  [889012345679090, 'ggAf________AAMojVEQrPIAFGtJ0gAab1KVuB-ReCwzmaV_l915'],
  [889012345680797, 'ggAf________AAMojVEQs50AFGtJ0gA6hTMv07s_ekZCkr7gVH_-'],
  [889012345684242, 'ggAf________AAMojVEQwRIAFGtJ0gCJY4_kZscm6b-lWqqCGx--'],
]

const forms = [
  ['as it is sent', link, token],
  ...earlier.map(([verificationId, sent]): Form => [`earlier: ${sent}`, { ...link, verificationId }, sent]),
] as const satisfies readonly Form[]

describe.each(forms)('%s', (_name, of, sent) => {
  it('opens, and with punctuation behind it', () => {
    for (const end of ['', ...behind]) expect(readLinkToken(sent + end, key), end).toEqual(of)
  })

  it('opens without the "-" at its end', () => {
    expect(readLinkToken(withoutEnd(sent), key)).toEqual(of)
    expect(readLinkToken(`${withoutEnd(sent)}).`, key)).toEqual(of)
  })

  it('is nothing with any character changed into any other', () => {
    for (let at = 0; at < sent.length; at++)
      for (const letter of `${alphabet}.`.replace(sent[at]!, '')) {
        const changed = sent.slice(0, at) + letter + sent.slice(at + 1)
        if (withoutEnd(changed.replace('.', '')) !== withoutEnd(sent))
          expect(readLinkToken(changed, key), changed).toBeUndefined()
      }
  })

  it('is written in one way only', () => {
    const others = [
      sent.slice(1),
      withoutEnd(sent).slice(0, -1),
      `${sent}A`,
      `${sent}.A`,
      `.${sent}`,
      `${sent}=`,
      ` ${sent}`,
      `${sent} `,
      `${sent}\n`,
      `${sent}+`,
      sent + sent,
    ]
    for (const other of others) expect(readLinkToken(other, key), other).toBeUndefined()
    // The standard alphabet of base64 decodes to the same bytes.
    const standard = sent.replaceAll('-', '+').replaceAll('_', '/')
    if (standard !== sent) expect(readLinkToken(standard, key)).toBeUndefined()
  })
})

it('is nothing as a number of half a byte more, of which its bytes are the first', () => {
  const number = [...token].reduce((sum, letter) => sum * 62n + BigInt(lettersAndDigits.indexOf(letter)), 0n)
  for (let more = 0n; more < 16n; more++) {
    let rest = number * 16n + more
    let spelled = ''
    for (; rest > 0n; rest /= 62n) spelled = lettersAndDigits[Number(rest % 62n)] + spelled
    expect(spelled).toMatch(/^[0-9A-Za-z]{53}$/)
    expect(readLinkToken(spelled, key)).toBeUndefined()
  }
})

it.each(['', 'x', '.', 'ä'.repeat(53), 'z'.repeat(53), '-'.repeat(52)])('is nothing: %j', text => {
  expect(readLinkToken(text, key)).toBeUndefined()
})

it('fits with the longest host into 200 characters of URL', () => {
  const host = 'https://abcdefghij.execute-api.ap-southeast-7.amazonaws.com'
  for (const { path } of Object.values(purposes))
    expect(`${host}${path}/${token}`.length).toBeLessThanOrEqual(130)
})
