import { signedFor } from './account.ts'

/** Functions in an account: called, listed, set up. The answer is asked of nobody but the endpoint. */
export interface LambdaApi {
  /** @throws Error with what the function threw */
  invoke(name: string, payload: object): Promise<unknown>
  /** What every function whose name begins so is told by its environment. */
  environments(prefix: string): Promise<Environments>
  /** Where callers are led to versions, to a new one that is told so. */
  setEnvironment(name: string, variables: Variables): Promise<void>
}

export type Variables = Readonly<Record<string, string>>

/** By the function's name. */
export type Environments = Readonly<Record<string, Variables>>

interface Listed {
  readonly Functions: readonly {
    readonly FunctionName: string
    readonly Environment?: { readonly Variables: Variables }
  }[]
  readonly NextMarker?: string
}

interface Aliased {
  readonly Aliases: readonly { readonly Name: string }[]
}

interface Published {
  readonly Version: string
}

export const lambdaApi = (endpoint: string): LambdaApi => {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${endpoint}/2015-03-31/functions${path}`, {
      method,
      headers: signedFor('lambda'),
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { errorMessage?: string }
    if (response.headers.has('x-amz-function-error')) throw new Error(answer.errorMessage)
    if (!response.ok) throw new Error(JSON.stringify(answer))
    return answer
  }
  const listed = async (marker = ''): Promise<Listed['Functions']> => {
    const { Functions, NextMarker } = (await call('GET', `/?MaxItems=50&Marker=${marker}`)) as Listed
    return NextMarker ? [...Functions, ...(await listed(NextMarker))] : Functions
  }
  return {
    invoke: (name, payload) => call('POST', `/${name}/invocations`, payload),
    environments: async prefix =>
      Object.fromEntries(
        (await listed())
          .filter(({ FunctionName }) => FunctionName.startsWith(prefix))
          .map(({ FunctionName, Environment }) => [FunctionName, Environment?.Variables ?? {}]),
      ),
    setEnvironment: async (name, Variables) => {
      await call('PUT', `/${name}/configuration`, { Environment: { Variables } })
      const { Aliases } = (await call('GET', `/${name}/aliases`)) as Aliased
      if (Aliases.length === 0) return
      const { Version } = (await call('POST', `/${name}/versions`, {})) as Published
      for (const { Name } of Aliases)
        await call('PUT', `/${name}/aliases/${Name}`, { FunctionVersion: Version })
    },
  }
}
