import { describe, expect, it } from 'vitest'
import { parseCloudArn, validateCloudDestination } from '../../../../shared/webhook/cloud/arn.ts'

const queue = 'arn:aws:sqs:eu-west-1:444455556666:orders'
const bus = 'arn:aws:events:af-south-1:444455556666:event-bus/checks'
const role = 'arn:aws:iam::444455556666:role/VerificationEvents'

const errorsOf = (
  url: string,
  roleArn: string | undefined = role,
  hasHeaders = false,
  region = 'us-east-1',
) =>
  validateCloudDestination({ url, roleArn, hasHeaders }, region).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  )

it('reads where a queue or a bus is from its ARN alone', () => {
  expect(parseCloudArn(`${queue}.fifo`)).toEqual({
    kind: 'sqs',
    arn: `${queue}.fifo`,
    partition: 'aws',
    region: 'eu-west-1',
    accountId: '444455556666',
    name: 'orders.fifo',
  })
  expect(parseCloudArn(bus)).toEqual({
    kind: 'eventbridge',
    arn: bus,
    partition: 'aws',
    region: 'af-south-1',
    accountId: '444455556666',
    name: 'checks',
  })
})

describe('a queue or bus', () => {
  it.each([
    [queue, role],
    [bus, `${role}-live`],
    [queue.replace('orders', `${'q'.repeat(75)}.fifo`), `${role}${'x'.repeat(46)}`],
    ['arn:aws:sqs:us-gov-west-1:444455556666:q', role, 'us-gov-west-1'],
  ])('of %s may be reached by %s', (url, roleArn, region = 'us-east-1') => {
    const partition = region.startsWith('us-gov') ? 'aws-us-gov' : 'aws'
    const there = (arn: string) => arn.replace('arn:aws:', `arn:${partition}:`)
    expect(errorsOf(there(url), there(roleArn), false, region)).toEqual([])
  })

  it.each([
    'arn:',
    'arn:aws:sqs:eu-west-1:444455556666:',
    'arn:aws:sqs:eu-west-1:44445555666:orders',
    'arn:aws:sqs:evil.example:444455556666:orders',
    'arn:aws:sqs:eu-west-1.evil.example:444455556666:q',
    'arn:aws:sqs:eu-west-1:444455556666:orders/..',
    'arn:aws:sqs:eu-west-1:444455556666:a b',
    'arn:aws:sqs:eu-west-1:444455556666:orders\n',
    'arn:aws:sqs:eu-west-1:444455556666:orders.fifo.fifo',
    `${queue}${'x'.repeat(80)}`,
    'arn:aws:sns:eu-west-1:444455556666:orders',
    `${queue}#x`,
    `${queue}?x`,
    'arn:aws:events:eu-west-1:444455556666:checks',
    `${bus}/other`,
    `${bus} `,
    'arn:evil:sqs:eu-west-1:4:q',
    'arn:aws:events:eu-west-1:444455556666:event-bus/../rule/x',
  ])('is none where its ARN is %j', url => {
    expect(errorsOf(url)).toEqual(['/url wrong_form'])
  })

  it.each([
    ['arn:aws:iam::111122223333:role/VerificationEvents', 'of another account'],
    ['arn:aws-cn:iam::444455556666:role/VerificationEvents', 'of another part of AWS'],
    ['arn:aws:iam::444455556666:role/Admin', 'by a name that we may not assume'],
    ['arn:aws:iam::444455556666:role/path/VerificationEvents', 'with a path'],
    ['arn:aws:iam::444455556666:user/VerificationEvents', 'that is a user'],
    [`${role}\u0000`, 'with more behind it'],
    [`${role}${'x'.repeat(47)}`, 'with too long a name'],
    ['', 'that is empty'],
  ])('is not reached by %j, a role %s', roleArn => {
    expect(errorsOf(queue, roleArn)).toEqual(['/roleArn wrong_form'])
  })

  it('names every field that is wrong at once', () => {
    expect(
      validateCloudDestination({ url: queue, roleArn: undefined, hasHeaders: true }, 'cn-north-1'),
    ).toEqual([
      { pointer: '/url', code: 'wrong_form', detail: 'Expected a queue or bus in a region of aws-cn.' },
      { pointer: '/roleArn', code: 'required', detail: 'A queue or bus is reached by a role of yours.' },
      { pointer: '/headers', code: 'not_allowed', detail: 'A queue or bus takes no headers.' },
    ])
  })

  it('is in a region of the part of AWS that its ARN names', () => {
    expect(errorsOf('arn:aws:sqs:cn-north-1:444455556666:orders')).toEqual(['/url wrong_form'])
  })
})
