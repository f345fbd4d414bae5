import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

/* An order, its event and a look-up, by the generated client. */

const baseUrl = process.env.BASE_URL!

const signedIn = async () => {
  const { data } = await createClient<paths>({ baseUrl }).POST('/v1/token', {
    body: { clientId: 'local-test', secret: 'local-test-secret' },
  })
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${data!.accessToken}` } })
}

const client = await signedIn()

const { data: order, error } = await client.POST('/v1/addresses', {
  body: {
    customerReference: 'openapi-typescript',
    street: '1 TypeScript Street',
    city: 'Ikeja',
    lgaName: 'Ikeja',
    stateName: 'Lagos',
    applicant: { firstname: 'Ngozi', lastname: 'Adeyemi', phone: '+2348031234567' },
  },
})
if (!order) throw new Error(error.detail)

const idOfEvent = async (): Promise<string> => {
  for (;;) {
    const { data } = await client.GET('/v1/events', { params: { query: { event: 'address', limit: 100 } } })
    const line = data!.data.find(({ verificationId }) => verificationId === order.id)
    if (line) return line.id
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

const { data: event } = await client.GET('/v1/events/{id}', { params: { path: { id: await idOfEvent() } } })
if (event?.body.event !== 'address' || !('address' in event.body.data)) throw new Error('no address event')
const { data: found } = await client.POST('/v1/ng/identities/nin/{idNumber}', {
  params: { path: { idNumber: '63184876213' } },
  body: { firstname: 'Bunch', lastname: 'Dillon' },
})
if (!found || !('nin' in found)) throw new Error('no verdict')
const { id, address } = event.body.data
console.log(id === order.id, address.status.subStatus, found.status.status)
