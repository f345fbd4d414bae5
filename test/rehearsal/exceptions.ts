import { withIndexJs, withoutType } from './assembly.ts'
export const adapt = (assembly: string): void => {
  withIndexJs(assembly)
  withoutType(assembly, 'AWS::Cognito::ManagedLoginBranding')
}
