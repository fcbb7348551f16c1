import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { weaknessOf } from './weak-passwords.ts';

describe('Passwords that people choose', () => {
  it('What others guess first is refused', () => {
    const names = ['anna', 'anna@vic.example', 'Agenda de Vic'];
    const weak = {
      elevenchars: 'short',
      [`${'long '.repeat(50)}`]: 'long',
      QWERTY123456: 'common',
      '1qaz2wsx3edc': 'common',
      'password2024!': 'common',
      'P@$$w0rd-2026': 'common',
      'pass word 2026': 'common',
      passsssswooord1: 'common',
      contrasenya2026: 'common',
      'Contraseña.2026': 'common',
      motdepasse123: 'common',
      administrator1: 'common',
      '4dm1n1str4t0r99': 'common',
      ajuntament2026: 'common',
      '2026Ajuntament!': 'common',
      'anna-password1': 'common',
      'qwertyuiop2026!': 'common',
      qwertyuiop12: 'common',
      poiuytrewq99: 'simple',
      'asdfg-12345-qwert': 'simple',
      contrasenyacontrasenya: 'simple',
      aaaaaaaaaaaabcde: 'simple',
      anna20262027: 'own_name',
      passpasspass: 'simple',
      '111111111111': 'simple',
      abcabcabcabcab: 'simple',
      'agenda-anna-1': 'own_name',
      'anna@vic.exampleanna@vic.example': 'own_name',
    };
    for (const [password, why] of Object.entries(weak))
      assert.equal(weaknessOf(password, names), why, password);
    for (const password of [
      'plou i fa sol avui',
      'correct horse battery',
      'x8$kQ2-vv0!pz',
      'ñandú grande azul',
      'una contrasenya prou llarga',
      'Vic2026, la plaça gran',
      '839201746352',
      'dragon pastis finestra',
    ])
      assert.equal(weaknessOf(password, names), undefined, password);
  });
});
