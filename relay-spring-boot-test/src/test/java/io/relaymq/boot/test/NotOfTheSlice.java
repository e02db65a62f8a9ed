package io.relaymq.boot.test;

import org.springframework.stereotype.Service;

@Service
class NotOfTheSlice {}
