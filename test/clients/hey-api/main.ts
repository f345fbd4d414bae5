import { createAddress, createToken, getEvent, listEvents, lookUpNin } from './client'
import { client } from './client/client.gen'

/* An order, its event and a look-up, by the generated client. */

const throwOnError = true

const idOfEvent = async (verificationId: number): Promise<string> => {
  for (;;) {
    const { data } = await listEvents({ query: { event: 'address', limit: 100 }, throwOnError })
    const line = data.data.find(each => each.verificationId === verificationId)
    if (line) return line.id
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

const main = async () => {
  client.setConfig({ baseUrl: process.env.BASE_URL! })
  const credentials = { clientId: 'local-test', secret: 'local-test-secret' }
  const { data: token } = await createToken({ body: credentials, throwOnError })
  client.setConfig({ auth: token.accessToken })
  const { data: order } = await createAddress({
    body: {
      customerReference: 'hey-api',
      street: '1 Hey Street',
      city: 'Ikeja',
      lgaName: 'Ikeja',
      stateName: 'Lagos',
      applicant: { firstname: 'Ngozi', lastname: 'Adeyemi', phone: '+2348031234567' },
    },
    throwOnError,
  })
  const { data: event } = await getEvent({ path: { id: await idOfEvent(order.id) }, throwOnError })
  if (event.body.event !== 'address' || !('address' in event.body.data)) throw new Error('no address event')
  const { id, address } = event.body.data
  const { data: found } = await lookUpNin({
    path: { idNumber: '63184876213' },
    body: { firstname: 'Bunch', lastname: 'Dillon' },
    throwOnError,
  })
  if (!('nin' in found)) throw new Error('the registry is unavailable')
  console.log(id === order.id, address.status.subStatus, found.status.status)
}

void main()
