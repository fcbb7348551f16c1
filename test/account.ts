export interface Account {
  id: number;
  user: string;
  app_password: string;
}
