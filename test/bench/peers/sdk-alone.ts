/*
 * The SDK's calls of one request and nothing else: no routing, no validation, no answer. What the SDK
 * costs whoever uses it as it comes.
 */
import { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

const TableName = process.env.TABLE_NAME
const client = new DynamoDBClient({})
const keyOf = (id: number | string, sk: string) => ({ pk: { S: `1#test#${sk}#alone-${id}` }, sk: { S: sk } })

const verificationOf = (id: number) => ({
  ...keyOf(id, 'verification'),
  gsi1pk: { S: '1#test#address' },
  gsi1sk: { S: `${id}` },
  gsi2pk: { S: '1#test#address#order-1' },
  gsi2sk: { S: `${id}` },
  product: { S: 'address' },
  id: { N: `${id}` },
  organisationId: { N: '1' },
  mode: { S: 'test' },
  customerReference: { S: 'order-1' },
  requestedAt: { S: '2026-11-20T12:00:00.000Z' },
  updatedAt: { S: '2026-11-20T12:00:00.000Z' },
  outcome: { S: 'accepted' },
  price: { N: '0' },
  street: { S: `SDK alone Street ${id}` },
  landmark: { S: 'Opposite the roundabout' },
  city: { S: 'Ikeja' },
  stateId: { N: '24' },
  lgaId: { N: '2411' },
  initialLatitude: { N: '6.6018' },
  initialLongitude: { N: '3.3515' },
  applicant: {
    M: {
      id: { N: `${id}` },
      firstname: { S: 'Ngozi' },
      lastname: { S: 'Adeyemi' },
      phone: { S: '08031234567' },
      dob: { S: '1990-04-12' },
      gender: { S: 'female' },
    },
  },
  expiresAt: { N: '1900000000' },
})

const guardOf = (id: number) => ({
  ...keyOf(id, 'guard'),
  id: { N: `${id}` },
  expiresAt: { N: '1900000000' },
})

const putOnce = (Item: ReturnType<typeof guardOf>) => ({
  Put: {
    TableName,
    Item,
    ConditionExpression: 'attribute_not_exists(#pk)',
    ExpressionAttributeNames: { '#pk': 'pk' },
  },
})

let latest = Date.now() * 1000
let hasToken = false

export const handler = async ({ requestContext, pathParameters }: APIGatewayProxyEventV2) => {
  if (!hasToken) await client.send(new GetItemCommand({ TableName, Key: keyOf(0, 'token') }))
  hasToken = true
  if (requestContext.http.method === 'GET') {
    const Key = keyOf(`${pathParameters?.id}`, 'verification')
    await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))
    return { statusCode: 200, body: '{}' }
  }
  const id = ++latest
  const TransactItems = [putOnce(verificationOf(id)), putOnce(guardOf(id))]
  await client.send(new TransactWriteItemsCommand({ TransactItems }))
  return { statusCode: 201, body: JSON.stringify({ id }) }
}
