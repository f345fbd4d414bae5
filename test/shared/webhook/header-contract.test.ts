import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrors } from '../../../shared/http/parse-input.ts'
import { UpdateWebhook } from '../../../shared/webhook/contract.ts'

const errorsOf = (headers: unknown) => {
  const body = { headers }
  const result = z.safeParse(UpdateWebhook, body)
  return result.success ? [] : fieldErrors(result.error.issues, body, '')
}

const named = (name: string) => errorsOf([{ name, value: 'x' }])
const valued = (value: unknown) => errorsOf([{ name: 'X-Team', value }])

describe('a header of an integrator’s', () => {
  it.each([
    ['Authorization', 'Bearer 7f3c.-_~+/='],
    ['CF-Access-Client-Id', '1f2e.access'],
    ['x_team', 'payments and more'],
    ["!#$%&'*+.^_`|~-9", '\ttab'.trim()],
    ['Cookie', 'a=b; c=d'],
    ['X'.repeat(64), 'v'.repeat(2000)],
  ])('may be %s', (name, value) => {
    expect(errorsOf([{ name, value }])).toEqual([])
  })

  it('may be taken back, and not be spoken of', () => {
    expect([errorsOf([{ name: 'X-Team', value: null }]), errorsOf(null), errorsOf([])]).toEqual([[], [], []])
  })

  it.each([
    'Host',
    'User-Agent',
    'X-Sequence',
    'X-Occurred-At',
    'Webhook-Id',
    'webhook-anything',
    'X-VerifyMe-Signature',
    'Content-Length',
    'content-type',
    'Content-Encoding',
    'Connection',
    'Keep-Alive',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'Expect',
    'HTTP2-Settings',
    'Proxy-Authorization',
    'Proxy-Connection',
    'Forwarded',
    'X-Forwarded-For',
    'Via',
    'X-Real-IP',
    'X_Forwarded_For',
    'webhook_id',
    'Content_Length',
    'x_real-ip',
  ])('is refused as %s, which is not theirs to say', name => {
    expect(named(name)).toEqual([
      { pointer: '/headers/0/name', code: 'not_allowed', detail: 'This header is set by the service alone.' },
    ])
  })

  it.each(['', 'X Team', 'X-Team:', 'X-Team\r\nX-Other', 'X-Tëam', 'X-Team\u0000', '(x)', 'x/y', ' X-Team'])(
    'is refused by a name that no header has: %j',
    name => {
      expect(named(name)).toEqual([
        {
          pointer: '/headers/0/name',
          code: 'wrong_form',
          detail: "Expected a header's name: letters, digits and dashes.",
        },
      ])
    },
  )

  it.each([
    '',
    ' ',
    ' x',
    'x ',
    '\tx',
    'x\r\nX-Other: y',
    'x\ny',
    'x\ry',
    'x\u0000y',
    'x\u007f',
    'é',
    'x\u0085y',
    'x\u2028y',
    '\u{1f511}',
    'x\u000by',
  ])('is refused with a value that two programs could read in two ways: %j', value => {
    expect(valued(value)).toEqual([
      {
        pointer: '/headers/0/value',
        code: 'wrong_form',
        detail: 'Expected visible ASCII characters; spaces may stand between them, and no line break.',
      },
    ])
  })

  it('is refused where it is too long, by name and by value at once', () => {
    expect(errorsOf([{ name: 'x'.repeat(65), value: 'v'.repeat(2001) }])).toEqual([
      { pointer: '/headers/0/name', code: 'too_big', detail: 'Expected at most 64 characters.' },
      { pointer: '/headers/0/value', code: 'too_big', detail: 'Expected at most 2000 characters.' },
    ])
  })

  it('is refused without a value, and of another type', () => {
    expect(errorsOf([{ name: 'X-Team' }, { name: 7, value: ['x'] }])).toEqual([
      { pointer: '/headers/0/value', code: 'required', detail: 'This field is required.' },
      { pointer: '/headers/1/name', code: 'wrong_type', detail: 'Expected string.' },
      { pointer: '/headers/1/value', code: 'wrong_type', detail: 'Expected string.' },
    ])
  })

  it('is refused where it is named twice, in whatever case, or with _ for -', () => {
    const headers = ['X-Team', 'x-other', 'x_TEAM'].map(name => ({ name, value: 'x' }))
    expect(errorsOf(headers)).toEqual([
      { pointer: '/headers/2/name', code: 'not_allowed', detail: 'This header is named twice.' },
    ])
  })

  it('is one of at most ten in a request', () => {
    const many = Array.from({ length: 11 }, (_, index) => ({ name: `X-${index}`, value: 'x' }))
    expect(errorsOf(many)).toEqual([
      { pointer: '/headers', code: 'too_big', detail: 'Expected at most 10 entries.' },
    ])
  })
})
