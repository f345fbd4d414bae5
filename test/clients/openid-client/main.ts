import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clientCredentialsGrant,
  fetchProtectedResource,
} from 'openid-client'

/* A token by each way of sending the secret, then an order, its event and a look-up, by a standard OAuth client. */

const baseUrl = process.env.BASE_URL!

const signIn = async (authentication: ClientAuth) => {
  const server = { issuer: baseUrl, token_endpoint: `${baseUrl}/v1/token` }
  const configuration = new Configuration(server, 'local-test', {}, authentication)
  allowInsecureRequests(configuration)
  const {
    access_token: token,
    token_type: type,
    expires_in: seconds,
  } = await clientCredentialsGrant(configuration, { scope: 'addresses events' })
  if (type !== 'bearer' || seconds !== 7200) throw new Error(`${type} for ${seconds} s`)
  return { configuration, token }
}

const secret = 'local-test-secret'
await signIn(ClientSecretPost(secret))
const { configuration, token } = await signIn(ClientSecretBasic(secret))

// biome-ignore lint/suspicious/noExplicitAny: a client without the document reads whatever came back
const ask = async (method: string, path: string, body?: object): Promise<any> => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const url = new URL(path, baseUrl)
  const text = body && JSON.stringify(body)
  return (await fetchProtectedResource(configuration, token, url, method, text, headers)).json()
}

const order = await ask('POST', '/v1/addresses', {
  customerReference: 'openid-client',
  street: '1 Standard Street',
  city: 'Ikeja',
  lgaName: 'Ikeja',
  stateName: 'Lagos',
  applicant: { firstname: 'Ngozi', lastname: 'Adeyemi', phone: '+2348031234567' },
})

const idOfEvent = async (): Promise<string> => {
  for (;;) {
    const { data } = await ask('GET', '/v1/events?event=address&limit=100')
    const line = data.find(({ verificationId }: { verificationId: number }) => verificationId === order.id)
    if (line) return line.id
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

const { id, address } = (await ask('GET', `/v1/events/${await idOfEvent()}`)).body.data
const found = await ask('POST', '/v1/ng/identities/nin/63184876213', {
  firstname: 'Bunch',
  lastname: 'Dillon',
})
console.log(id === order.id, address.status.subStatus, found.status.status)
